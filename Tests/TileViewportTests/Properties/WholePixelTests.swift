import Testing
import TileViewport

/// Small content that fits at whole device pixels.
@Suite struct WholePixelTests {
  private static func fit(_ width: Double, _ height: Double, ratio: Double) -> Viewport {
    Viewport(
      content: Size(width: width, height: height), bounds: Size(width: 800, height: 600),
      limits: .init(.wholePixels), centersContent: true, devicePixelRatio: ratio)
  }

  /// Content, device pixels a point, and the scale that it fits at.
  private typealias Case = (width: Double, height: Double, ratio: Double, scale: Double)

  private static let cases: [Case] = [
    // As it fits, for it is not that small.
    (3000, 2000, 1, 800.0 / 3000), (400, 300, 1, 2), (220, 160, 1, 800.0 / 220),
    // 6.67 by 5.83 pixels each, and 8 points at most.
    (120, 103, 1, 5), (120, 103, 2, 5.5), (20, 20, 1, 8), (20, 20, 3, 8), (20, 20, 1.25, 8),
    (1, 1, 1.5, 8), (2, 4000, 1, 0.15),
  ]

  @Test(arguments: cases)
  func `what is much smaller than the view has pixels that are all alike`(
    width: Double, height: Double, ratio: Double, scale: Double
  ) {
    let viewport = Self.fit(width, height, ratio: ratio)
    #expect(abs(viewport.fitScale - scale) < 1e-9)
    #expect(viewport.zoomScale == viewport.fitScale && viewport.isAtFit)
  }

  @Test func `it stays so when the view or the content changes`() {
    var viewport = Self.fit(20, 20, ratio: 1)
    viewport.resize(to: Size(width: 130, height: 500))
    #expect(viewport.zoomScale == 6)
    #expect(viewport.reopened(with: Size(width: 30, height: 10)).zoomScale == 4)
  }

  @Test func `it can be looked at closer than it fits`() {
    #expect(Self.fit(20, 20, ratio: 1).zoomRange == ZoomRange(minimum: 1, maximum: 150))
  }
}
