import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Vectors D: what taps zoom to.
@Suite struct TapZoomTests {
  @Test func `three steps in make 3.375, and a step out undoes a step in`() {
    var view = interactive { $0.doubleTap = .step }
    for _ in 0..<3 {
      view.doubleTap(160, 230)
      view.tick(1)
    }
    #expect(near(view.view.viewport.zoomScale, 3.375))
    var once = interactive { $0.doubleTap = .step }
    once.doubleTap(160, 230)
    once.tick(1)
    #expect(near(once.view.viewport.zoomScale, 1.5))
    once.down(1, 140, 230)
    once.down(2, 180, 230)
    once.up(1, 140, 230, after: 0.05)
    once.up(2, 180, 230)
    once.tick(1)
    #expect(near(once.view.viewport.zoomScale, 1))
  }

  @Test func `a double tap goes from fit to a close look and back`() {
    let fit = 0.25
    var view = Recorded(
      InteractiveView(
        scroll: ScrollView(
          viewport: Viewport(content: .listing, bounds: .screen, limits: .init(.standard)))))
    #expect(view.view.viewport.zoomScale == fit)
    view.doubleTap(160, 230)
    view.tick(1)
    #expect(near(view.view.viewport.zoomScale, 1))
    view.doubleTap(160, 230)
    view.tick(1)
    #expect(near(view.view.viewport.zoomScale, fit))
  }
}
