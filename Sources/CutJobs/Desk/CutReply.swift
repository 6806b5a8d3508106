package import DecoderChildren
import Sources

/// What a desk says to who asks for a pyramid.
package enum CutReply: Sendable {
  /// It ended before it began.
  case known(CutWaitEnd)
  /// The end will be told.
  case waiting(CutTicket)
}

/// Names one who waits for a cut, for them to leave again.
package struct CutTicket: Sendable, Hashable {
  let version: PyramidVersion
  let number: UInt64
}

/// How far a cut has come, as far as it matters to who waits for it.
package enum CutStage: Sendable {
  /// There is a preview.
  case previewed
  /// There is a preview, and tiles that it lacks can be wished for.
  case takesWishes
  /// There is a pyramid.
  case whole
}

/// How waiting for a cut ended; the cut itself may go on.
package enum CutWaitEnd: Equatable, Sendable {
  case done
  case refused(CutRefusal)
  /// What who asked can be content with is there.
  case shown(PreviewPyramid)
  /// The tile that was wished for is there: a JPEG file.
  case tile([UInt8])
  /// Who asked has waited long enough.
  case late(CutProgress)
}

/// Why an image has no pyramid.
package enum CutRefusal: Equatable, Sendable {
  /// None is made on demand here.
  case notMade
  /// Too many images wait already.
  case lineIsFull
  /// It was tried, now or a while ago.
  case failed(CutFailure)
}
