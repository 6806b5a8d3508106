/// How long one try may take; in milliseconds.
package struct FetchTimes: Equatable, Sendable {
  /// Until somebody takes the call.
  package var connection: Int = 1000
  /// Until the first byte of the answer, from the beginning.
  package var answer: Int = 3000
  /// For all of it; nil where only bytes that stop coming end it.
  package var whole: Int?

  /// Fewer bytes a second than that for so many seconds, and the try is over.
  static let slowest = 8000
  package var patience: Int = 3

  package init(whole: Int? = nil) { self.whole = whole }

  /// Of what is put somewhere: it is answered when all of it has come and lies there.
  static let ofStoring: FetchTimes = {
    var times = FetchTimes()
    times.answer = 3_600_000
    times.patience = 30
    return times
  }()

  /// Of what has come in parts: an engine may be silent for minutes while it puts them together.
  static let ofCompletion: FetchTimes = {
    var times = ofStoring
    times.patience = 900
    return times
  }()
}
