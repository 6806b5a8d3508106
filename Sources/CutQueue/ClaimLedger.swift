/// An image in somebody's hand: the number tells this time from every other time it was taken.
package struct QueueClaim: Hashable, Sendable {
  package let job: Int64
  package let number: Int64

  package init(job: Int64, number: Int64) {
    self.job = job
    self.number = number
  }
}

/// The images that this process has taken, and those that it has lost meanwhile.
///
/// Whoever was not heard of for too long loses what it has, though it may not know it yet: so it asks
/// before it publishes, and the number of its claim tells that another one has taken over.
package struct ClaimLedger: Sendable {
  private var held: Set<QueueClaim> = []

  package init() {}

  package var all: [QueueClaim] { held.sorted { $0.job < $1.job } }

  package mutating func take(_ claim: QueueClaim) { held.insert(claim) }

  package mutating func letGo(_ claim: QueueClaim) { held.remove(claim) }

  package func holds(_ claim: QueueClaim) -> Bool { held.contains(claim) }

  /// Takes what the database said.
  ///
  /// - Parameters:
  ///   - asked: what was to be renewed.
  ///   - renewed: the jobs whose claims still hold.
  /// - Returns: what another one has by now.
  package mutating func note(asked: [QueueClaim], renewed: Set<Int64>) -> [QueueClaim] {
    let lost = asked.filter { !renewed.contains($0.job) && held.contains($0) }
    held.subtract(lost)
    return lost
  }
}
