import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Double taps that come closer step by step.
@Suite struct ApproachTests {
  /// The scales that taps lead to from fit, until they are back there.
  private static func scales(_ content: Size, in bounds: Size) -> [Double] {
    var view = Recorded(
      InteractiveView(
        scroll: ScrollView(
          viewport: Viewport(content: content, bounds: bounds, limits: .init(.standard)))))
    view.view.options.doubleTap = .approach
    let fit = view.view.viewport.zoomScale
    var scales: [Double] = []
    repeat {
      view.doubleTap(bounds.width / 2, bounds.height / 2)
      view.tick(1)
      scales.append(view.view.viewport.zoomScale)
    } while !near(scales[scales.count - 1], fit) && scales.count < 20
    return scales
  }

  private static func near(_ found: [Double], _ expected: [Double]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy { ViewportSamples.near($0, $1) }
  }

  private static func near(_ a: Double, _ b: Double) -> Bool { ViewportSamples.near(a, b) }

  @Test func `where a close look is near it is one tap away, and another leads back`() {
    let scales = Self.scales(Size(width: 3000, height: 2000), in: Size(width: 800, height: 600))
    #expect(Self.near(scales, [1, 800.0 / 3000]))
  }

  @Test func `a large image fills the view first, and comes in steps of three`() {
    let scales = Self.scales(Size(width: 30_000, height: 30_000), in: Size(width: 390, height: 780))
    #expect(Self.near(scales, [0.026, 0.078, 0.234, 1, 0.013]))
  }

  @Test func `a panorama fills the view however far that is`() {
    let scales = Self.scales(Size(width: 30_000, height: 1000), in: Size(width: 300, height: 500))
    #expect(Self.near(scales, [0.5, 1, 0.01]))
  }

  @Test func `who is nearly as close as it goes is led back to all of it`() {
    let viewport = Viewport(
      content: Size(width: 3000, height: 2000), bounds: Size(width: 800, height: 600),
      limits: .init(.standard))
    #expect(viewport.approachedScale(from: 0.8) == viewport.fitScale)
    #expect(viewport.approachedScale(from: 0.5) == 1)
  }

  @Test func `no step passes the closest look, and each comes closer`() {
    for width in stride(from: 1.0, through: 200_000, by: 997) {
      let scales = Self.scales(Size(width: width, height: 700), in: Size(width: 390, height: 780))
      #expect(scales.count < 12 && scales.dropLast() == scales.dropLast().sorted(), "\(width)")
    }
  }
}
