/// The resolution at which Apple's ScrollViewSuite draws a zoomed image.
///
/// The zoom scale is relative to it: 0 is full resolution, -1 half of it.
struct SuiteResolution: Equatable, Sendable {
  let resolution: Int32
  /// Of the image at this resolution.
  let zoomScale: Double

  init(_ resolution: Int32, zoomScale: Double) {
    self.resolution = resolution
    self.zoomScale = zoomScale
  }

  /// After a zoom has ended: coarser while half the pixels would do, finer while they don't; what
  /// shows keeps its size.
  ///
  /// - Parameter coarsest: the lowest resolution there is.
  /// - Returns: the resolution to draw at now, and the zoom scale relative to it.
  func settled(coarsest: Int32) -> SuiteResolution {
    var resolution = self.resolution
    var scale = zoomScale
    while scale <= 0.5, resolution > coarsest {
      resolution -= 1
      scale *= 2
    }
    while scale > 1, resolution < 0 {
      resolution += 1
      scale /= 2
    }
    return SuiteResolution(resolution, zoomScale: scale)
  }
}
