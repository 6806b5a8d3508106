import S3Wire

/// One try to get one answer: passed on by many hands, and copied by none.
final class FetchTry: Sendable {
  let request: WireRequest
  /// What goes with it; nil where only something is asked.
  let body: (any FetchBody)?
  let expectation: Expectation
  let times: FetchTimes
  /// Whether it has a connection of its own, for the last one may have been the trouble.
  let isFresh: Bool
  /// A file of certificates that are trusted besides the system's.
  let authorityFile: String?
  let rules: ConnectionRules
  let sink: any FetchSink
  /// Asked when its time has come; no, and it is as if it had never been.
  let mayBegin: @Sendable () -> Bool
  /// What came of it; with the head, as far as there was one.
  let tell: @Sendable (FetchEnd, AnswerHead) -> Void

  init(
    request: WireRequest, body: (any FetchBody)?, expectation: Expectation, times: FetchTimes,
    isFresh: Bool, authorityFile: String?, rules: ConnectionRules, sink: any FetchSink,
    mayBegin: @escaping @Sendable () -> Bool = { true },
    tell: @escaping @Sendable (FetchEnd, AnswerHead) -> Void
  ) {
    self.request = request
    self.body = body
    self.expectation = expectation
    self.times = times
    self.isFresh = isFresh
    self.authorityFile = authorityFile
    self.rules = rules
    self.sink = sink
    self.mayBegin = mayBegin
    self.tell = tell
  }
}
