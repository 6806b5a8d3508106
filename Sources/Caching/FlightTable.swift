/// Work under way, so that what many ask for at the same time is done once.
///
/// A state machine: whoever shares it between threads locks it, and does the work and the telling.
package struct FlightTable<Key: Hashable, Waiter> {
  package enum Part: Equatable, Sendable {
    /// The first to ask: the work is theirs to start.
    case leader
    /// The work is under way.
    case follower
  }

  /// Names one waiter, for it to leave again.
  package struct Ticket: Hashable, Sendable { let number: UInt64 }

  private var flights: [Key: [(ticket: Ticket, waiter: Waiter)]] = [:]
  private var last: UInt64 = 0

  package init() {}

  package var count: Int { flights.count }

  /// Waits for a piece of work, whether it is under way or not.
  package mutating func join(_ key: Key, _ waiter: Waiter) -> (part: Part, ticket: Ticket) {
    last += 1
    let ticket = Ticket(number: last)
    let isFirst = flights[key] == nil
    flights[key, default: []].append((ticket, waiter))
    return (isFirst ? .leader : .follower, ticket)
  }

  /// Ends a piece of work.
  ///
  /// - Returns: who waited for it, in the order in which they came.
  package mutating func finish(_ key: Key) -> [Waiter] {
    flights.removeValue(forKey: key)?.map(\.waiter) ?? []
  }

  /// A waiter no longer waits.
  ///
  /// - Returns: whether the work is unwanted now: nobody waits for it, and whoever asks next leads.
  package mutating func leave(_ key: Key, _ ticket: Ticket) -> Bool {
    guard var waiters = flights[key] else { return false }
    waiters.removeAll { $0.ticket == ticket }
    guard waiters.isEmpty else {
      flights[key] = waiters
      return false
    }
    flights[key] = nil
    return true
  }

  package func isWanted(_ key: Key) -> Bool { flights[key] != nil }
}

extension FlightTable: Sendable where Key: Sendable, Waiter: Sendable {}
