/// What a desk says to who asks for a pyramid.
package enum CutReply: Sendable {
  /// It ended before it began.
  case known(CutEnd)
  /// The end will be told.
  case waiting(CutTicket)
}
