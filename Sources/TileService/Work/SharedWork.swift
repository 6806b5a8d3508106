import Caching
import Synchronization

/// Work that several may want at the same time: done once for all of them, by a lane, and not at all
/// when nobody wants it any more.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Waiter = @Sendable (Value) -> Void
  /// Carries out a flight's work: to be called once, by who has taken it in line.
  typealias CarryingOut = @Sendable (_ work: () -> Value?) -> Void

  private struct State {
    var flights = FlightTable<Key, Waiter>()
    /// Where the work of a flight waits, until it is begun.
    var lines: [Key: any Withdrawable] = [:]
    var made = 0
    var joined = 0
    var refused = 0
  }

  private let state = Mutex(State())

  /// Pieces of work that were done, joined by others than the first, and turned away.
  var counts: (made: Int, joined: Int, refused: Int) {
    state.withLock { ($0.made, $0.joined, $0.refused) }
  }

  /// Whether anybody still waits for a piece of work.
  func isWanted(_ key: Key) -> Bool { state.withLock { $0.flights.isWanted(key) } }

  /// Asks for a piece of work for somebody who may leave.
  ///
  /// - Parameters:
  ///   - key: tells equal work.
  ///   - lane: who does it, unless it is under way.
  ///   - waiting: who waits for it.
  ///   - work: what is to be done; nil when nobody wanted it any more.
  ///   - tell: called once, on a thread of the lane.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ key: Key, in lane: WorkLane, for waiting: borrowing Waiting,
    _ work: @escaping @Sendable () -> Value?, tell: @escaping Waiter
  ) -> Bool {
    request(key, for: waiting, tell: tell) { carryOut in lane.submit { carryOut(work) } }
  }

  /// Asks for a piece of work for somebody who may leave.
  ///
  /// - Parameters:
  ///   - key: tells equal work.
  ///   - waiting: who waits for it.
  ///   - tell: called once, on a thread of who does it.
  ///   - submit: puts the work in line unless it is under way; nil when too much waits already.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ key: Key, for waiting: borrowing Waiting, tell: @escaping Waiter,
    submit: (@escaping CarryingOut) -> (any Withdrawable)?
  ) -> Bool {
    let ticket = state.withLock { state -> SharedTicket<Key, Value>? in
      let (part, number) = state.flights.join(key, tell)
      if part == .leader {
        guard let line = submit({ self.carryOut(key, $0) }) else {
          _ = state.flights.leave(key, number)
          state.refused += 1
          return nil
        }
        state.lines[key] = line
      } else {
        state.joined += 1
      }
      return SharedTicket(work: self, key: key, number: number)
    }
    guard let ticket else { return false }
    waiting.enter(ticket)
    return true
  }

  /// Somebody no longer waits; work that nobody waits for is not done.
  fileprivate func leave(_ key: Key, _ number: FlightTable<Key, Waiter>.Ticket) {
    state.withLock { state in
      guard state.flights.leave(key, number), let line = state.lines.removeValue(forKey: key)
      else { return }
      line.withdraw()
    }
  }

  private func carryOut(_ key: Key, _ work: () -> Value?) {
    let isWanted = state.withLock { state in
      state.lines[key] = nil
      return state.flights.isWanted(key)
    }
    guard isWanted else { return }
    // Cancelled work ends nothing: by now somebody may have asked anew, with work of their own.
    guard let value = work() else { return }
    let waiters = state.withLock { state in
      state.made += 1
      return state.flights.finish(key)
    }
    for waiter in waiters { waiter(value) }
  }
}

/// One who waits for a piece of work, so that they can leave.
private struct SharedTicket<Key: Hashable & Sendable, Value: Sendable>: Withdrawable {
  let work: SharedWork<Key, Value>
  let key: Key
  let number: FlightTable<Key, SharedWork<Key, Value>.Waiter>.Ticket

  func withdraw() { work.leave(key, number) }
}
