import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Vectors M: a zoomed page inside a strip of pages.
@Suite struct NestedScrollingTests {
  /// An album of three of the guide's images, the first zoomed to 1 and scrolled.
  private func album(at offset: Point) -> Recorded<Album> {
    var album = Recorded(
      Album(
        viewport: Viewport(
          content: .listing, bounds: .screen, limits: ZoomLimits(minimum: 0.25, maximum: 4),
          centersContent: true), pageCount: 3))
    for page in 1...2 as ClosedRange<Int32> {
      album.perform { $0.setContent(.listing, ofPage: page, &$1) }
    }
    album.perform {
      $0.page.scroll.setZoomScale(1, animated: false, &$1)
      $0.page.scroll.setContentOffset(offset, animated: false, &$1)
    }
    album.forget()
    return album
  }

  @Test func `at its right edge the page gives the drag to the strip`() {
    var album = album(at: Point(x: 960, y: 200))
    album.drag(from: (300, 200), to: (200, 200), pause: 0)
    #expect(album.view.page.viewport.contentOffset == Point(x: 960, y: 200))
    #expect(near(album.view.strip.viewport.contentOffset.x, 90))
  }

  @Test func `in its middle the page keeps the drag, even past its edge`() {
    var album = album(at: Point(x: 900, y: 200))
    album.down(1, 300, 200)
    for x in stride(from: 290.0, through: 100, by: -10) { album.move(1, x, 200) }
    #expect(album.view.page.viewport.contentOffset.x > 960)
    #expect(album.view.strip.viewport.contentOffset == .zero)
    album.up(1, 100, 200, after: 0.2)
    album.tick(5)
    #expect(album.view.page.viewport.contentOffset == Point(x: 960, y: 200))
    #expect(album.view.strip.viewport.contentOffset == .zero)
    #expect(album.view.currentPage == 0)
  }

  @Test func `back from its edge the page moves`() {
    var album = album(at: Point(x: 960, y: 200))
    album.drag(from: (100, 200), to: (200, 200))
    #expect(near(album.view.page.viewport.contentOffset.x, 870))
    #expect(album.view.strip.viewport.contentOffset == .zero)
  }

  @Test func `a diagonal start belongs to the page if it can move either way`() {
    var free = album(at: Point(x: 960, y: 200))
    free.drag(from: (300, 300), to: (220, 220))
    #expect(free.view.strip.viewport.contentOffset == .zero)
    #expect(free.view.page.viewport.contentOffset.y > 200)
    var corner = album(at: Point(x: 960, y: 500))
    corner.drag(from: (300, 300), to: (215, 220), pause: 0)
    #expect(corner.view.strip.viewport.contentOffset.x > 0)
  }

  @Test func `across the strip the page's own axis wins`() {
    var album = album(at: Point(x: 960, y: 200))
    album.drag(from: (100, 300), to: (95, 200))
    #expect(near(album.view.page.viewport.contentOffset.y, 290, 0.5))
    #expect(album.view.strip.viewport.contentOffset == .zero)
  }

  @Test func `of two plain views the inner one wins while it has something to show`() {
    let outer = ScrollView(viewport: .guide(400, 200))
    let middle = ScrollView(viewport: .guide(400, 200))
    let edge = ScrollView(viewport: .guide(960, 200))
    let left = Point(x: -20, y: 3)
    #expect(NestedScrolling.owner(of: left, inner: middle, outer: outer) == .inner)
    #expect(NestedScrolling.owner(of: left, inner: edge, outer: outer) == .outer)
    let table = ScrollView(
      viewport: Viewport(content: Size(width: 320, height: 2000), bounds: .screen, zoomScale: 1))
    let pager = ScrollView(
      viewport: Viewport(content: Size(width: 1600, height: 460), bounds: .screen, zoomScale: 1))
    #expect(NestedScrolling.owner(of: left, inner: table, outer: pager) == .outer)
    #expect(
      NestedScrolling.owner(of: Point(x: 3, y: -20), inner: table, outer: pager) == .inner)
    #expect(
      NestedScrolling.owner(of: Point(x: 3, y: -20), inner: pager, outer: table) == .outer)
  }

  @Test func `zoomed in, taps turn no page; zoomed out again, they do`() {
    var album = album(at: .zero)
    album.tap(310, 200)
    album.tick(1)
    album.tick(1)
    #expect(album.kinds.contains(.singleTap))
    #expect(album.view.currentPage == 0)
    album.perform { $0.page.scroll.setZoomScale(0.25, animated: true, &$1) }
    #expect(album.view.turn(forTapAt: Point(x: 310, y: 200)) == 0)
    album.tick(1)
    album.tap(310, 200)
    album.tick(1)
    album.tick(1)
    #expect(album.view.currentPage == 1)
  }
}
