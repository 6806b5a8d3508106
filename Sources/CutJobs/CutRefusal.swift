package import DecoderChildren

/// Why an image has no pyramid.
package enum CutRefusal: Equatable, Sendable {
  /// None is made on demand here.
  case notMade
  /// Too many images wait already.
  case lineIsFull
  /// It was tried, now or a while ago.
  case failed(CutFailure)
}
