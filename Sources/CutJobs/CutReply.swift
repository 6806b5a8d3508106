import Sources

/// What a desk says to who asks for a pyramid.
package enum CutReply: Sendable {
  /// It ended before it began.
  case known(CutEnd)
  /// The end will be told.
  case waiting(CutTicket)
}

/// Names one who waits for a cut, for them to leave again.
package struct CutTicket: Sendable, Hashable {
  let version: PyramidVersion
  let number: UInt64
}
