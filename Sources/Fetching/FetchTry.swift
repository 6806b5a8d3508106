import S3Wire

/// One try to get one answer.
struct FetchTry: Sendable {
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
  var mayBegin: @Sendable () -> Bool = { true }
  /// What came of it; with the head, as far as there was one.
  let tell: @Sendable (FetchEnd, AnswerHead) -> Void
}
