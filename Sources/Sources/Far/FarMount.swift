import ByteText
import Caching
import Digests
package import Fetching
import Posix
import PyramidFile
package import S3Wire
import Synchronization

/// A folder of a bucket or of the web, whose files are read as if they lay here.
package final class FarMount: Sendable {
  /// What lies there.
  package enum Role: Sendable {
    /// Images, below names of their own.
    case images
    /// Pyramids, which anybody may put there at any moment: no absence is remembered, and only what
    /// the engine says is absent is.
    case pyramids
  }

  struct State {
    var openings: [[UInt8]: Opening] = [:]
    var folders = FarFolders()
    /// Folders that are read now.
    var listings = 0
    /// Names that nothing had a moment ago.
    var absent = ClockCache<BytesKey, Instant>(capacity: 4096)
    /// What was refused a moment ago, and when.
    var refused = ClockCache<BytesKey, (refusal: SourceRefusal, moment: Instant)>(capacity: 4096)
    /// When the engine last answered, and since when and why it has not, or not to us.
    var answered: Instant?
    var silent: (since: Instant, why: EngineFailure)?
    /// What comes here in parts and is not here yet.
    var uploads: Set<Upload> = []
    /// How many of those have no name yet.
    var beginnings = 0
    /// Whether no more of them begin.
    var isLeaving = false
    /// Whether somebody has looked if what lies here may be listed.
    var isProbed = false
    /// Why it may not be, and when that was last tried.
    var unlisted: (why: EngineFailure, seen: Instant)?
  }

  package let address: EngineAddress
  /// What its images' names begin with; empty where they are served from the root.
  package let name: [UInt8]
  package let role: Role
  let rules: FarRules
  let engine: Engine
  let shelf: CopyShelf
  let state = Monitor(State())
  let report: @Sendable (String) -> Void
  private let device: UInt64
  /// No two have the same.
  let number: UInt64

  private static let last = Atomic<UInt64>(0)

  /// For so long after an answer an engine that denies one object is believed to know.
  private static let trust = Duration.seconds(60)

  /// - Parameters:
  ///   - name: what its images' names begin with; empty for the root.
  ///   - address: where it is.
  ///   - role: what lies there.
  ///   - chain: where keys are looked for.
  ///   - rules: how it is asked.
  ///   - shelf: where copies are kept.
  ///   - report: told in a sentence when the engine falls silent, and when it answers again.
  /// - Throws: that libcurl can't be had.
  package init(
    _ name: [UInt8], at address: EngineAddress, as role: Role = .images, _ chain: CredentialChain,
    _ rules: FarRules, _ shelf: CopyShelf, report: @escaping @Sendable (String) -> Void
  ) throws(FetchingUnavailable) {
    self.name = name
    self.role = role
    self.address = address
    self.rules = rules
    self.shelf = shelf
    self.report = report
    number = Self.last.add(1, ordering: .relaxed).newValue
    engine = try Engine(address, chain, atATime: rules.fetches)
    // The upper half is no file system's.
    device = FNV1a.of(Array(address.description.utf8) + name) | 1 << 63
  }

  /// Ends all that is under way: it fails.
  package func stop() {
    endUploads()
    engine.stop()
  }

  package var counts: Engine.Counts { engine.counts }

  /// What people call it.
  package var title: String {
    guard role == .images else { return "the store \(address)" }
    return name.isEmpty ? "\(address)" : "\(String(decoding: name, as: UTF8.self)) (\(address))"
  }

  /// What metrics call it.
  package var label: String {
    guard !name.isEmpty else { return role == .images ? "root" : "store" }
    // Names are letters, digits, dots, dashes and underscores.
    return String(decoding: name, as: UTF8.self)
  }

  /// Since when it has not answered; nil while it does.
  package var silence: Duration? { state.read { $0.silent.map { Instant.now - $0.since } } }

  /// Whether its folders can be listed.
  package var isListed: Bool {
    switch address {
    case .bucket: true
    case .web(let web): web.list != nil
    }
  }

  /// Whether all that lies at another place lies here too.
  package func covers(_ other: FarMount) -> Bool {
    guard case .bucket(let mine) = address, case .bucket(let its) = other.address else {
      return false
    }
    return mine.bucket == its.bucket && mine.endpoint == its.endpoint
      && its.prefix.starts(with: mine.prefix)
  }

  // MARK: Names

  package func canonicalName(of name: [UInt8]) -> [UInt8] {
    switch address {
    case .bucket(let bucket): bucket.key(name).map { bucket.canonicalName(of: $0) } ?? []
    case .web(let web): web.canonicalName(of: name)
    }
  }

  /// The same of a folder, without a slash at its end; empty for the prefix or base itself.
  func canonicalName(ofFolder name: [UInt8]) -> [UInt8] {
    guard name.isEmpty else { return canonicalName(of: name) }
    let whole = Array("\(address)".utf8)
    return whole.last == ASCII.slash ? whole.dropLast() : whole
  }

  /// The name that a canonical one means here; nil where it is another mount's.
  func name(ofCanonical canonical: ArraySlice<UInt8>) -> [UInt8]? {
    let beginning: [UInt8]
    switch address {
    case .bucket(let bucket):
      beginning = Array("s3://\(bucket.bucket.text)/".utf8) + bucket.prefix
      return canonical.starts(with: beginning) ? Array(canonical.dropFirst(beginning.count)) : nil
    case .web(let web):
      beginning = Array(web.description.utf8)
      var name: [UInt8] = []
      guard canonical.starts(with: beginning),
        name.append(percentDecoding: canonical.dropFirst(beginning.count))
      else { return nil }
      return name
    }
  }

  /// What is told of an object where files are told of: all its states differ.
  func status(of name: [UInt8], _ file: FarFolder.File) -> FileStatus {
    FileStatus(
      kind: .regular, device: device,
      inode: FNV1a.of(name + [0] + file.tag.canonicalText), size: file.size,
      modified: nanoseconds(file.modified ?? 0))
  }

  /// The same of a folder: it has changed whenever it is read anew.
  func status(of name: [UInt8], _ folder: FarFolder) -> FileStatus {
    FileStatus(
      kind: .folder, device: device, inode: FNV1a.of(name + [0]), size: folder.number,
      modified: 0)
  }

  private func nanoseconds(_ seconds: Int64) -> Int64 {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? 0 : product
  }

  // MARK: Asking

  func fetch(
    _ wish: FetchWish, into sink: any FetchSink, tell: @escaping @Sendable (FetchEnd) -> Void
  ) {
    engine.fetch(wish, into: sink) { [self] end in
      note(end)
      tell(end)
    }
  }

  /// Fetches and waits.
  func wait(
    for wish: FetchWish, into sink: any FetchSink
  ) throws(EngineFailure) -> AnswerHead {
    let end = Monitor<FetchEnd?>(nil)
    fetch(wish, into: sink) { outcome in end.change { $0 = outcome } }
    switch end.wait({ $0 }) {
    case .whole(_, let head): return head
    case .failed(let failure): throw failure
    }
  }

  /// Remembers whether the engine answers us, and says so when that changes.
  func note(_ end: FetchEnd) {
    let now = Instant.now
    if case .failed(let failure) = end {
      switch failure {
      case .refused, .forbidden, .keyless: return noteSilence(failure, now)
      case .busy, .troubled, .contradiction, .silence:
        return engine.isSilent ? noteSilence(failure, now) : ()
      case .absent, .denied, .changed, .noRanges, .moved: break
      }
    }
    let since: Instant? = state.change { state in
      defer { state.silent = nil }
      state.answered = now
      return state.silent?.since
    }
    if let since { report("\(title) answers again, after \(Int((now - since).seconds)) s") }
  }

  private func noteSilence(_ failure: EngineFailure, _ now: Instant) {
    let isNew = state.change { state in
      let since = state.silent?.since
      state.silent = (since ?? now, failure)
      return since == nil
    }
    if isNew { report("\(title) can't be read, what is here of it is served on: \(failure)") }
  }

  /// What is told of an object that can't be had.
  func error(_ failure: EngineFailure, of name: [UInt8]) -> FileError {
    let place = String(
      decoding: name.isEmpty ? canonicalName(ofFolder: name) : canonicalName(of: name),
      as: UTF8.self)
    let errno: Errno =
      switch failure {
      case .absent: .noSuchFile
      // Engines say so of what is not there, to those who may not list names.
      case .denied: role == .images && isTrusted ? .noSuchFile : .unreachable
      case .changed: .stale
      case .refused, .busy, .troubled, .noRanges, .moved, .contradiction, .silence, .forbidden,
        .keyless:
        .unreachable
      }
    return FileError("read", place, errno, failure.plainWords, details: failure.description)
  }

  private var isTrusted: Bool {
    let answered = state.read { $0.silent == nil ? $0.answered : nil }
    return answered.map { Instant.now - $0 < Self.trust } ?? false
  }
}
