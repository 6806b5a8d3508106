import Testing
import TileViewport

/// Vectors H: which page shows, and which pages have a view.
@Suite struct PageWindowTests {
  @Test(
    arguments: [
      (0, 0), (159, 0), (160, 1), (161, 1), (319, 1), (320, 1), (479.9, 1), (480, 2), (799, 2),
      (800, 3),
    ] as [(Double, Double)])
  func `the page in view flips at half a page`(offset: Double, page: Double) {
    #expect(PageStrip.page(at: offset, length: 320) == page)
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

  @Test func `a tie goes back where that is asked for`() {
    #expect(PageStrip.page(at: 160, length: 320, tie: .back) == 0)
    #expect(PageStrip.page(at: 161, length: 320, tie: .back) == 1)
    #expect(PageStrip.page(at: 480, length: 320, tie: .back) == 1)
  }

  @Test func `there is room for the sizes of the largest pool`() {
    #expect(Int32(PageSizes().capacity) == PageWindow.poolBounds.upperBound)
  }
}
