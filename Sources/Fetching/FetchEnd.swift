package import S3Wire

/// What became of something that was asked for.
package enum FetchEnd: Sendable {
  /// All of it has been taken.
  case whole(Expectation.Body, AnswerHead)
  case failed(EngineFailure)
}
