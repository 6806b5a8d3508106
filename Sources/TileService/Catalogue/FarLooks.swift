import Posix

/// Looks at what lies elsewhere for those who list it: they wait a moment for what is found, and leave
/// it out then; it is there when they come again.
final class FarLooks<Finding: Sendable>: Sendable {
  private final class Look: Sendable {
    /// Nil before it has been looked.
    let finding = Monitor<Finding??>(nil)
  }

  private let lane: WorkLane
  private let underWay = Monitor<[[UInt8]: Look]>([:])

  /// - Parameter lane: whose threads look.
  init(_ lane: WorkLane) { self.lane = lane }

  /// - Parameters:
  ///   - path: what is looked at; once for all who ask meanwhile.
  ///   - end: until when it is waited for.
  ///   - look: looks, on another thread, and keeps what it finds for who comes next.
  /// - Returns: nil where nothing is found, or not in time.
  func finding(
    of path: [UInt8], until end: Instant, _ look: @escaping @Sendable () -> Finding?
  ) -> Finding? {
    let (one, isMine) = underWay.change { underWay -> (Look, Bool) in
      if let other = underWay[path] { return (other, false) }
      let one = Look()
      underWay[path] = one
      return (one, true)
    }
    if isMine {
      let ticket = lane.submit { [self] in
        let finding = look()
        underWay.change { $0[path] = nil }
        one.finding.change { $0 = .some(finding) }
      }
      // Too much is looked at already: it is tried again by who comes next.
      if ticket == nil {
        underWay.change { $0[path] = nil }
        one.finding.change { $0 = .some(nil) }
      }
    }
    let found: Finding?? = one.finding.wait(until: end) { $0 }
    return found ?? nil
  }
}
