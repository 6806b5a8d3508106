/// One request's way back to its connection, for other threads.
package protocol Exchange: AnyObject, Sendable {
  func answer(_ response: Response)
  func supply(_ piece: BodyPiece)
}
