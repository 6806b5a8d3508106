package import CutQueue
import Digests
package import Posix
import PostgresQueue

/// A listing that several hosts want, and one of them does for all.
///
/// The others wait for its end; where it dies or is told to end, one of them goes on behind the last
/// image up to which all are in line.
package final class SharedListing: Sendable {
  package enum Turn: Sendable {
    /// To be done here, behind an image that is named.
    case mine(run: Int64, after: FilePath?)
    case held(run: Int64, by: String)
    case listed(ListingRun)
    /// Nobody answers.
    case unknown
  }

  private struct State {
    /// The run of another host.
    var followed: Int64?
    var taken: ListingRun.Taken?
    /// What is listed here, in order.
    var names: [FilePath] = []
    var soFar = ListedSoFar()
    var isLost = false
    var isOver = false

    var progress: ListingRun.Progress {
      var progress = taken?.progress ?? .init()
      guard soFar.count > 0 else { return progress }
      progress.lastName = Array(names[soFar.count - 1].bytes)
      progress.found += soFar.count
      progress.failed += soFar.failed
      return progress
    }
  }

  private let queue: SharedQueue
  private let key: String
  private let title: String
  private let state: Monitor<State>
  private let puts: JointPut
  private let threads = ThreadGroup()
  /// Of a title: people look at it.
  private static let longestTitle = 500
  /// Somebody waits for the end of this process.
  private static let patience = Duration.seconds(10)

  /// - Parameters:
  ///   - queue: where images are put in line.
  ///   - what: all that two listings have in common that put the same in line.
  ///   - title: what is listed, for people.
  package init(_ queue: SharedQueue, of what: [[UInt8]], title: String) {
    self.queue = queue
    let digest = SHA256.digest(of: Array(what.joined(separator: [0])))
    key = digest.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    self.title = String(title.prefix(Self.longestTitle))
    let state = Monitor(State())
    self.state = state
    puts = JointPut { queue.put($0, run: state.read { $0.taken?.id }) != nil }
  }

  /// Whose turn it is; where it is nobody's here, to be asked again after a pause.
  package func turn() -> Turn {
    if let followed = state.read({ $0.followed }), let run = queue.run(followed),
      run.state == .listed
    {
      return .listed(run)
    }
    switch queue.joinRun(key, title: title) {
    case .mine(let taken):
      state.change {
        $0 = State()
        $0.taken = taken
      }
      return .mine(
        run: taken.id, after: taken.progress.lastName.flatMap { FilePath(bytes: $0) })
    case .held(let run, let holder):
      state.change { $0.followed = run }
      return .held(run: run, by: holder)
    case nil: return .unknown
    }
  }

  // MARK: Listing here

  /// Says from now on that somebody is at it, and how far.
  package func start() throws(Errno) {
    try threads.start("listing", count: 1) { [self] _ in
      while true {
        let end = Instant.now + .seconds(QueueRules.pollSeconds)
        let isOver: Void? = state.wait(until: end) { $0.isOver || $0.isLost ? () : nil }
        if isOver != nil { return }
        let (taken, progress) = state.read { ($0.taken, $0.progress) }
        guard let taken else { return }
        if queue.advance(taken, to: progress) == false { state.change { $0.isLost = true } }
      }
    }
  }

  /// Lists what was listed before, too: what it went on behind is there no more.
  package func beginAnew() { state.change { $0.taken?.progress = .init() } }

  /// What there is, in order.
  func begin(_ names: [FilePath]) { state.change { $0.names = names } }

  /// - Returns: false where nobody answers.
  func put(_ order: CutOrder) -> Bool { puts.put(order) }

  /// A document becomes as many images as it has pages.
  func spread(_ index: Int, into pages: Int) {
    state.change { $0.soFar.spread(index, into: pages) }
  }

  func finish(_ index: Int, failed: Bool) {
    state.change { $0.soFar.finish(index, failed: failed) }
  }

  /// Whether another host goes on with it: this one was not heard of for too long.
  package var isLost: Bool { state.read { $0.isLost } }

  /// Ends what ``start()`` began.
  package func stop() {
    state.change { $0.isOver = true }
    threads.join()
  }

  /// Says that all is in line.
  ///
  /// - Parameter unreadable: what could not even be listed.
  /// - Returns: nil where nobody answers.
  package func close(unreadable: Int) -> Bool? {
    guard let taken = state.read({ $0.taken }) else { return false }
    var progress = state.read { $0.progress }
    progress.failed += unreadable
    return queue.endRun(taken, at: progress)
  }

  /// Has another host go on; where nobody answers for some time, once the lease is over.
  package func leave() {
    guard let taken = state.read({ $0.taken }) else { return }
    let end = Instant.now + Self.patience
    // What was done since it was last said is not to be done again.
    while queue.advance(taken, to: state.read { $0.progress }) == nil {
      guard Instant.now < end else { return }
      _ = state.wait(until: .now + .seconds(QueueRules.pollSeconds)) { _ in Void?.none }
    }
    queue.leaveRun(taken)
  }
}
