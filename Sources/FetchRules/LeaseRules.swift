/// For how long who has taken something in hand is believed to be at it; in seconds.
package struct LeaseRules: Equatable, Sendable {
  package var length: Int64

  /// Clocks of several gateways of one engine differ.
  private static let slack: Int64 = 2

  package init(length: Int64) { self.length = length }

  /// How often its holder renews it: two renewals may be lost.
  package var renewal: Int64 { max(1, length / 3) }

  /// Whether another may take it over.
  ///
  /// - Parameters:
  ///   - renewed: when it was written last.
  ///   - now: by the same clock.
  /// - Returns: no while it lasts.
  package func isOver(renewed: Int64, now: Int64) -> Bool { now - renewed > length + Self.slack }
}
