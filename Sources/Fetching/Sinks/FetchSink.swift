package import S3Wire

/// Where the bytes of an answer go as they come; called by the thread that fetches, which waits.
package protocol FetchSink: AnyObject, Sendable {
  /// An answer has begun that is what was asked for. After a try that failed there is another, which
  /// begins anew.
  ///
  /// - Parameter body: where its bytes belong.
  /// - Returns: false where they are not wanted any more.
  func begin(_ body: Expectation.Body) -> Bool

  /// - Parameters:
  ///   - bytes: never more than were promised.
  ///   - offset: where the first belongs.
  /// - Returns: false where they could not be put there.
  func take(_ bytes: RawSpan, at offset: Int64) -> Bool
}
