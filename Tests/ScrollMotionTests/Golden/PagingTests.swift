import ScrollMotion
import SeededNumbers
import Testing
import TileViewport
import ViewportSamples

/// Vectors H: which page a release goes to.
@Suite struct PagingTests {
  /// Offset, velocity in points a second, page.
  @Test(
    arguments: [
      (100, 600, 0, 1), (100, 0, 0, 0), (170, 0, 0, 1), (170, -200, 0, 0), (170, -50, 0, 1),
      (100, 500, 0, 0), (330, 5000, 0, 1), (500, -600, 2, 1), (220, 0, 1, 1), (150, 0, 1, 0),
      (150, 200, 1, 1), (900, 0, 1, 2),
    ] as [(Double, Double, Double, Double)])
  func `a released drag goes to a page`(
    offset: Double, velocity: Double, start: Double, page: Double
  ) {
    #expect(
      PagingRule().page(releasedAt: offset, velocity: velocity, startPage: start, length: 320)
        == page)
  }

  @Test func `no release goes further than one page`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<5000 {
      let start = Double(random.int(0...9))
      let page = PagingRule().page(
        releasedAt: random.double(-500...5000), velocity: random.double(-9000...9000),
        startPage: start, length: 320)
      #expect(abs(page - start) <= 1)
    }
  }

  @Test func `a paged scroll view stops on multiples of its size`() {
    var options = ScrollOptions()
    options.isPagingEnabled = true
    let strip = Viewport(content: Size(width: 1600, height: 460), bounds: .screen, zoomScale: 1)
    var view = Recorded(ScrollView(viewport: strip, options: options))
    view.flick(from: (300, 100), to: (220, 100), steps: 4)
    view.tick(0.1)
    #expect(view.view.isDecelerating)
    view.tick(5)
    #expect(view.view.viewport.contentOffset == Point(x: 320, y: 0))
    view.drag(from: (100, 100), to: (180, 100))
    view.tick(5)
    #expect(view.view.viewport.contentOffset == Point(x: 320, y: 0))
    view.drag(from: (50, 100), to: (250, 100))
    view.tick(5)
    #expect(view.view.viewport.contentOffset == Point(x: 0, y: 0))
    #expect(view.kinds.suffix(2) == [.didEndDecelerating, .settled])
  }

  @Test func `a release in the middle goes back where that is asked for`() {
    var rule = PagingRule()
    rule.tie = .back
    #expect(rule.page(releasedAt: 160, velocity: 0, startPage: 0, length: 320) == 0)
  }
}
