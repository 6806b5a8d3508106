import SeededNumbers
import Testing
import Viewport

/// Vectors H: which page, which views, and where a release goes.
@Suite struct PagingTests {
  @Test(
    arguments: [
      (0, 0), (159, 0), (160, 1), (161, 1), (319, 1), (320, 1), (479.9, 1), (480, 2), (799, 2),
      (800, 3),
    ] as [(Double, Double)])
  func `the page in view flips at half a page`(offset: Double, page: Double) {
    #expect(PagingRule.page(at: offset, length: 320) == page)
  }

  @Test(
    arguments: [(0, 0, 2), (1, 0, 3), (2, 1, 4), (4, 3, 5)] as [(Int32, Int32, Int32)])
  func `the window holds a page and its neighbours`(page: Int32, first: Int32, end: Int32) {
    let window = PageWindow(pageCount: 5, current: page)
    #expect(window.first == first)
    #expect(window.end == end)
  }

  @Test func `turning a page draws at most one view anew, none before half a page`() {
    var window = PageWindow(pageCount: 5)
    var shown: [Int32: Int32] = [0: 0, 1: 1]
    for step in 0...(4 * 320) {
      let flipped = window.follow(offset: Double(step), pageWidth: 320)
      #expect(flipped == (step % 320 == 160))
      let pages = window.first..<window.end
      let drawn = pages.filter { shown[window.slot(of: $0)] != $0 }
      #expect(drawn.count == (flipped && window.current < 4 ? 1 : 0))
      for page in drawn { shown[window.slot(of: page)] = page }
    }
    #expect(window.current == 4)
  }

  @Test func `jitter at half a page flips back and forth, unless there is hysteresis`() {
    var eager = PageWindow(pageCount: 5)
    var calm = PageWindow(pageCount: 5, hysteresis: 5)
    var flips = (eager: 0, calm: 0)
    for offset in [159, 161, 159, 161, 159, 161, 166, 161, 159, 156, 154] as [Double] {
      if eager.follow(offset: offset, pageWidth: 320) { flips.eager += 1 }
      if calm.follow(offset: offset, pageWidth: 320) { flips.calm += 1 }
    }
    #expect(flips.eager == 6)
    #expect(flips.calm == 2)
  }

  @Test func `a larger pool holds more neighbours`() {
    let window = PageWindow(pageCount: 20, poolSize: 7, current: 10)
    #expect(window.first == 7)
    #expect(window.end == 14)
    #expect(Set((window.first..<window.end).map(window.slot)).count == 7)
  }

  @Test func `a strip is as long as its pages`() {
    let strip = PageWindow(pageCount: 5).contentSize(page: .screen)
    #expect(strip == Size(width: 1600, height: 460))
  }

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

  @Test func `a tie goes back where that is asked for`() {
    #expect(PagingRule.page(at: 160, length: 320, tie: .back) == 0)
    #expect(PagingRule.page(at: 161, length: 320, tie: .back) == 1)
    #expect(PagingRule.page(at: 480, length: 320, tie: .back) == 1)
    var rule = PagingRule()
    rule.tie = .back
    #expect(rule.page(releasedAt: 160, velocity: 0, startPage: 0, length: 320) == 0)
  }
}
