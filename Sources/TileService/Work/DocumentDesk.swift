import Caching
import DecoderChildren
import Posix
import PyramidFile
import Sources
import Synchronization

/// What only a decoder can tell of documents: each asked once, for all who want to know, in a lane
/// where nothing else waits behind a document that takes its time.
final class DocumentDesk<Finding: Sendable>: Sendable {
  /// What a decoder said.
  struct Answer: Sendable {
    enum Validity: Sendable {
      /// As long as the file is what it is.
      case always
      /// The same, and asking again comes further.
      case soFar
      /// The same, and it is all that whoever waits to see a page needs, and nobody else.
      case atFirstSight
      /// What can't be told now may be later: the machine may have been short of memory.
      case forAWhile
    }

    let finding: Finding
    let validity: Validity
    /// What keeping it takes, in bytes.
    let cost: Int

    fileprivate var isOpenEnded: Bool { validity == .soFar || validity == .atFirstSight }
  }

  /// Asks a decoder; given what it said before of the same file, where that was not all.
  typealias Ask = @Sendable (SourceRoot.Source, Finding?) -> Answer

  private struct Entry {
    let status: FileStatus
    let answer: Answer
    /// From when on it may be asked again; nil for what holds as long as the file does.
    let until: Instant?
    /// How often in a row it could not be told.
    let failures: Int
  }

  /// How long what can't be found out is not asked again.
  ///
  /// It is asked ever less: others wait for as long as it takes to find out that it can't.
  private static var pause: Duration { .seconds(30) }
  private static var mostDoublings: Int { 7 }
  /// Documents that may wait.
  private static var queueLimit: Int { 256 }
  /// What is kept of a document beside what was found, in bytes.
  private static var entryCost: Int { 256 }

  private let ask: Ask
  private let threads: Int
  private let lane: WorkLane
  private let work = SharedWork<[UInt8], Void>()
  /// True from the desk's end on, too.
  private let hasThreads = Mutex(false)
  private let entries: Mutex<ByteCache<BytesKey, Entry>>

  /// A desk whose threads come with the first document: most services have none, and each thread
  /// takes room among a process' addresses.
  ///
  /// - Parameters:
  ///   - name: of its threads.
  ///   - threads: documents that are looked at at a time.
  ///   - budget: of what is remembered.
  ///   - ask: asks a decoder; called on the desk's threads.
  init(_ name: String, threads: Int, budget: ByteBudget, ask: @escaping Ask) {
    self.ask = ask
    self.threads = threads
    lane = WorkLane(name: name, limit: Self.queueLimit)
    entries = Mutex(ByteCache(budget: budget))
  }

  func stop() {
    hasThreads.withLock { $0 = true }
    lane.stop()
  }

  /// What is known of a document.
  ///
  /// - Parameter source: the open file.
  /// - Returns: nil where a decoder is to be asked first.
  func known(of source: SourceRoot.Source) -> Finding? { answer(of: source)?.finding }

  /// Whether asking a decoder would tell more of a document than is known.
  ///
  /// - Parameter source: the open file.
  /// - Returns: false for what was looked at as far as that goes.
  func isOpenEnded(_ source: SourceRoot.Source) -> Bool {
    answer(of: source)?.isOpenEnded ?? true
  }

  /// Whether a document was looked at for who waits to see a page.
  ///
  /// - Parameter source: the open file.
  /// - Returns: false for what was looked at further, or not at all.
  func isKnownAtFirstSight(_ source: SourceRoot.Source) -> Bool {
    answer(of: source)?.validity == .atFirstSight
  }

  private func answer(of source: SourceRoot.Source) -> Answer? {
    let key = BytesKey(source.canonicalPath.bytes[...])
    let entry = entries.withLock { $0.value(for: key) }
    guard let entry, entry.status == source.file.status,
      entry.until.map({ Instant.now < $0 }) ?? true
    else { return nil }
    return entry.answer
  }

  /// Asks for somebody who may leave.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - waiting: who waits for it.
  ///   - tell: called once, on a thread of the desk; what was found is ``known(of:)`` by then.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ source: SourceRoot.Source, for waiting: borrowing Waiting,
    tell: @escaping @Sendable () -> Void
  ) -> Bool {
    guard isOpen() else { return false }
    return work.request(
      Array(source.canonicalPath.bytes), in: lane, for: waiting, { self.look(at: source) },
      tell: { tell() })
  }

  /// Asks on until all of a document is known, though nobody waits for it.
  func readOn(_ document: SourceRoot.Source) {
    guard isOpenEnded(document), known(of: document) != nil else { return }
    _ = request(document, for: Waiting()) { self.readOn(document) }
  }

  private func isOpen() -> Bool {
    hasThreads.withLock { hasThreads in
      if !hasThreads { hasThreads = (try? lane.start(threads: threads)) != nil }
      return hasThreads
    }
  }

  private func look(at source: SourceRoot.Source) {
    let before = answer(of: source)
    if let before, !before.isOpenEnded { return }
    let found = ask(source, before?.finding)
    entries.withLock { entries in
      let before = entries.value(for: BytesKey(source.canonicalPath.bytes[...]))
      let failures = before.map { $0.status == source.file.status ? $0.failures : 0 } ?? 0
      let pause = Self.pause * (1 << min(failures, Self.mostDoublings))
      let isPassing = found.validity == .forAWhile
      entries.insert(
        Entry(
          status: source.file.status, answer: found, until: isPassing ? Instant.now + pause : nil,
          failures: isPassing ? failures + 1 : 0),
        for: BytesKey(copying: source.canonicalPath.bytes[...]), cost: found.cost + Self.entryCost)
    }
  }
}
