import FetchRules
import S3Wire

/// Something that somebody waits for, from the line to its end.
struct Errand: Sendable {
  let wish: FetchWish
  let sink: any FetchSink
  var attempts: Attempts
  /// Against whom it runs, where it is one of two.
  var race: Race?
  var isSecond = false
  /// Whether a try has failed: the next one has a connection of its own.
  var isRepeated = false
  /// Who is to be asked in place of the engine.
  var redirected: WireRequest?
  var redirections = 0
  let tell: @Sendable (FetchEnd) -> Void

  init(
    wish: FetchWish, sink: any FetchSink, attempts: Attempts,
    tell: @escaping @Sendable (FetchEnd) -> Void
  ) {
    self.wish = wish
    self.sink = sink
    self.attempts = attempts
    self.tell = tell
  }
}
