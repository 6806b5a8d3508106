import Testing
import TileViewport
import ViewportSamples

/// Where the pages of a strip lie.
@Suite struct PageStripTests {
  private let spaced = PageStrip(pageCount: 5, pageSize: .screen, spacing: 20)

  @Test func `a strip is as long as its pages`() {
    let strip = PageStrip(pageCount: 5, pageSize: .screen)
    #expect(strip.contentSize == Size(width: 1600, height: 460))
    #expect(strip.stride == 320)
    #expect(spaced.contentSize == Size(width: 1700, height: 460))
  }

  @Test func `neighbours leave the spacing between them`() {
    let (first, second) = (spaced.frame(ofPage: 0, from: 0), spaced.frame(ofPage: 1, from: 0))
    #expect(first == Rect(x: 0, y: 0, width: 320, height: 460))
    #expect(second.x - first.maxX == 20)
    #expect(spaced.frame(ofPage: 3, from: 1000).x == 20)
  }

  @Test(arguments: 0..<5 as Range<Int32>)
  func `a view that shows a page may rest there, and lies on it exactly`(page: Int32) {
    let view = spaced.viewport(showingPage: page, devicePixelRatio: 2)
    #expect(view.isWithinRange)
    #expect(spaced.frame(ofPage: page, from: view.contentOffset.x).x == 0)
    #expect(PageStrip.page(at: view.contentOffset.x, length: spaced.stride) == Double(page))
    #expect(view.zoomScale == 1 && view.devicePixelRatio == 2)
  }

  @Test func `there is no strip without a page`() {
    #expect(PageStrip(pageCount: 0, pageSize: .screen).contentSize == .screen)
  }

  @Test func `a strip of no width shows its first page`() {
    #expect(PageStrip.page(at: 100, length: 0) == 0)
  }
}
