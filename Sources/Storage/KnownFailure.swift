/// Why an image could not be cut, as one host tells the others: they tell it on, and do not try at once.
package struct KnownFailure: Equatable, Sendable {
  package enum Cause: String, Sendable {
    case source, limit, deadline
  }

  package let cause: Cause
  /// For people.
  package let reason: String
  /// How often it has failed in a row, on whichever host.
  package let attempts: Int
  /// For how long nobody tries again.
  package let seconds: Int64

  /// Whatever a host says: a day.
  static let longest: Int64 = 86_400
  private static let longestReason = 500

  package init(_ cause: Cause, _ reason: String, attempts: Int, seconds: Int64) {
    self.cause = cause
    let shown = reason.unicodeScalars.filter { $0.value >= 0x20 }.prefix(Self.longestReason)
    self.reason = String(String.UnicodeScalarView(shown))
    self.attempts = attempts
    self.seconds = seconds
  }
}
