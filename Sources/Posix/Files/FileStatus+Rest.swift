extension FileStatus {
  /// How long a file or folder must not have been touched, in seconds: changes within one tick of
  /// the file system's clock leave its time as it is.
  private static let rest: Int64 = 2

  /// Whether what is known of a file or folder may be kept for as long as its status is the same.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Returns: false for what was touched a moment ago, or will have been.
  package func isAtRest(at now: Int64) -> Bool { now - modifiedSeconds > Self.rest }

  /// The same, by the clock.
  package var isAtRest: Bool { isAtRest(at: Clock.wallSeconds) }
}
