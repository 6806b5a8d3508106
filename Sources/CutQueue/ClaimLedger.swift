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
  /// When each was asked for that was granted, by a clock of this process in nanoseconds.
  private var held: [QueueClaim: Int64] = [:]

  package init() {}

  package var all: [QueueClaim] { held.keys.sorted { $0.job < $1.job } }

  package mutating func take(_ claim: QueueClaim, askedAt moment: Int64) { held[claim] = moment }

  /// - Returns: whether it was there.
  package mutating func letGo(_ claim: QueueClaim) -> Bool {
    held.removeValue(forKey: claim) != nil
  }

  package func holds(_ claim: QueueClaim) -> Bool { held[claim] != nil }

  /// Whether nobody else can have it yet: the database need not be asked.
  package func isSure(of claim: QueueClaim, at now: Int64, _ rules: QueueRules) -> Bool {
    held[claim].map { (0..<rules.certainty).contains(now - $0) } ?? false
  }

  /// Takes what the database said.
  ///
  /// - Parameters:
  ///   - asked: what was to be renewed.
  ///   - moment: when that was asked.
  ///   - renewed: the jobs whose claims still hold.
  /// - Returns: what another one has by now.
  package mutating func note(
    asked: [QueueClaim], at moment: Int64, renewed: Set<Int64>
  ) -> [QueueClaim] {
    var lost: [QueueClaim] = []
    for claim in asked where held[claim] != nil {
      if renewed.contains(claim.job) {
        held[claim] = moment
      } else {
        held[claim] = nil
        lost.append(claim)
      }
    }
    return lost
  }
}
