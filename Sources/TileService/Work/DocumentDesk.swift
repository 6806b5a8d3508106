import Caching
import DecoderChildren
import Posix
import PyramidFile
import Sources
import Synchronization

/// How many pages documents have that only a decoder can count: each asked once, for all who want to
/// know, in a lane where nothing else waits behind a document that takes its time.
final class DocumentDesk: Sendable {
  /// Asks a decoder.
  typealias Count = @Sendable (LocalFile) -> PageCount

  private struct Entry {
    let status: FileStatus
    let count: PageCount
    /// From when on it may be asked again; nil for what holds as long as the file does.
    let until: Instant?
  }

  /// What can't be counted now may be later: the machine may have been short of memory.
  private static let pause = Duration.seconds(30)
  private static let capacity = 4096
  /// Documents that may wait.
  private static let queueLimit = 256
  /// Documents that are counted at a time.
  static let threads = 2

  private let count: Count
  private let lane = WorkLane(name: "documents", limit: queueLimit)
  private let work = SharedWork<[UInt8], PageCount>()
  /// True from the desk's end on, too.
  private let hasThreads = Mutex(false)
  private let entries = Mutex(ClockCache<BytesKey, Entry>(capacity: capacity))

  /// A desk whose threads come with the first document: most services have none, and each thread
  /// takes room among a process' addresses.
  ///
  /// - Parameter count: Asks a decoder; called on the desk's threads.
  init(_ count: @escaping Count) { self.count = count }

  func stop() {
    hasThreads.withLock { $0 = true }
    lane.stop()
  }

  /// What is known of a document.
  ///
  /// - Parameters:
  ///   - source: The open file.
  ///   - now: The moment.
  /// - Returns: nil where it is to be counted.
  func known(of source: SourceRoot.Source, now: Instant = .now) -> PageCount? {
    let entry = entries.withLock { $0.value(of: BytesKey(source.canonicalPath.bytes[...])) }
    guard let entry, entry.status == source.file.status, entry.until.map({ now < $0 }) ?? true
    else { return nil }
    return entry.count
  }

  /// Counts for somebody who may leave.
  ///
  /// - Parameters:
  ///   - source: The open file.
  ///   - waiting: Who waits for it.
  ///   - tell: Called once, on a thread of the desk; what was found is ``known(of:now:)`` by then.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ source: SourceRoot.Source, for waiting: borrowing Waiting,
    tell: @escaping @Sendable () -> Void
  ) -> Bool {
    guard isOpen() else { return false }
    return work.request(
      Array(source.canonicalPath.bytes), in: lane, for: waiting, { self.counted(source) },
      tell: { _ in tell() })
  }

  private func isOpen() -> Bool {
    hasThreads.withLock { hasThreads in
      if !hasThreads { hasThreads = (try? lane.start(threads: Self.threads)) != nil }
      return hasThreads
    }
  }

  private func counted(_ source: SourceRoot.Source) -> PageCount {
    if let known = known(of: source) { return known }
    let found = count(source.file)
    let until = found == .unknown ? Instant.now + Self.pause : nil
    let entry = Entry(status: source.file.status, count: found, until: until)
    entries.withLock { $0.insert(entry, for: BytesKey(copying: source.canonicalPath.bytes[...])) }
    return found
  }
}
