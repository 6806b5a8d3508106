/// One request's way back to its connection, for other threads.
package protocol Exchange: AnyObject, Sendable {
  /// Whose connection it is: the same number for all of one host.
  var host: UInt64 { get }
  func answer(_ response: Response)
  func supply(_ piece: BodyPiece)
}

extension Exchange {
  /// All are one host's where nobody tells them apart.
  package var host: UInt64 { 0 }
}
