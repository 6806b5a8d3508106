import FetchRules
import Posix
import S3Wire

/// Looks for keys on a thread of its own, and for newer ones before they end: nobody who asks an engine
/// waits for that but the first.
final class CredentialKeeper: Sendable {
  private struct State {
    var isWanted = false
    var isStopping = false
  }

  /// So long before they end newer ones are looked for, in seconds; of shorter ones after half their
  /// time.
  private static let ahead: Int64 = 300
  /// Nobody is asked more often.
  private static let pause = Duration.seconds(30)
  private static let shortest: Int64 = 5

  private let address: EngineAddress
  private let chain: CredentialChain
  private let asker = KeyAsker()
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  init(_ address: EngineAddress, _ chain: CredentialChain) {
    self.address = address
    self.chain = chain
  }

  /// Looks whenever somebody wants that, and when it is time.
  ///
  /// - Parameter tell: what was found; called by the thread.
  /// - Throws: that no thread can be had.
  func start(_ tell: @escaping @Sendable (Identity.Found) -> Void) throws(Errno) {
    try threads.start("credentials", count: 1) { [self] _ in run(tell) }
  }

  /// Has it look once more: nothing is known, or what is known was not believed.
  func want() { state.change { $0.isWanted = true } }

  func stop() {
    state.change { $0.isStopping = true }
    asker.stop()
    threads.join()
  }

  private func run(_ tell: (Identity.Found) -> Void) {
    var hasTemporary = false
    while true {
      state.change { $0.isWanted = false }
      let found = Identity.look(for: address, chain, asking: asker)
      let next = Instant.now + Self.pause
      var due: Instant?
      if found.problem == nil {
        due = found.expires.map { .now + Self.time(until: $0) }
        hasTemporary = due != nil
      } else if hasTemporary {
        // Those that are known end some time.
        due = next
      }
      tell(found)
      let isOver: Bool? = state.wait(until: { $0.isWanted ? min(due ?? .never, next) : due }) {
        $0.isStopping ? true : nil
      }
      if isOver != nil { return }
    }
  }

  /// How long keys are used before newer ones are looked for.
  private static func time(until end: Int64) -> Duration {
    let left = end - Clock.wallSeconds
    return .seconds(max(shortest, max(left - ahead, left / 2)))
  }
}
