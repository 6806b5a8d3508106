import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Pages under the finger: flipping, turning, rotating.
@Suite struct AlbumTests {
  private func album(pages: Int32 = 5) -> Recorded<Album> {
    var album = Recorded(
      Album(
        viewport: Viewport(
          content: .listing, bounds: .screen, limits: ZoomLimits(.standard), centersContent: true),
        pageCount: pages))
    for page in 0..<pages { album.perform { $0.setContent(.listing, ofPage: page, &$1) } }
    album.forget()
    return album
  }

  @Test func `the page changes at half a page, during the drag`() {
    var album = album()
    album.down(1, 310, 200)
    album.move(1, 300, 200)
    for x in stride(from: 290.0, through: 141, by: -10) { album.move(1, x, 200) }
    #expect(album.view.currentPage == 0)
    album.move(1, 139, 200)
    #expect(album.view.currentPage == 1)
    #expect(album.values(of: .pageChanged) == [1])
    #expect(album.view.activePage == 0)
    album.up(1, 139, 200, after: 0.2)
    album.tick(5)
    #expect(album.view.activePage == 1)
    #expect(album.view.frame(ofPage: 1).x == 0)
  }

  @Test func `a drag that swings back keeps page and zoom`() {
    var album = album()
    album.drag(from: (300, 200), to: (200, 200))
    album.tick(5)
    #expect(album.view.currentPage == 0)
    #expect(album.view.strip.viewport.contentOffset == .zero)
    #expect(!album.kinds.contains(.pageChanged))
  }

  @Test func `rotation keeps the page`() {
    var album = album()
    album.perform { $0.goToPage(2, animated: false, &$1) }
    #expect(album.view.strip.viewport.contentOffset.x == 640)
    album.perform { $0.resize(to: Size(width: 480, height: 320), &$1) }
    #expect(album.view.strip.viewport.contentOffset.x == 960)
    #expect(album.view.strip.viewport.contentSize == Size(width: 2400, height: 320))
    #expect(album.view.currentPage == 2)
    #expect(album.view.page.viewport.isAtFit)
  }

  @Test(arguments: [(310, 1), (230, 1), (160, 0), (90, -1), (5, -1)] as [(Double, Int32)])
  func `a tap at the side turns the page`(x: Double, step: Int32) {
    var album = album()
    album.perform { $0.goToPage(2, animated: false, &$1) }
    album.forget()
    album.tap(x, 200)
    album.tick(0.2)
    #expect(album.view.currentPage == 2)
    album.tick(0.2)
    album.tick(1)
    #expect(album.view.currentPage == 2 + step)
    #expect(album.view.activePage == 2 + step)
    #expect(album.view.strip.isAtRest)
  }

  @Test func `a double tap turns no page`() {
    var album = album()
    album.doubleTap(310, 200)
    album.tick(2)
    #expect(album.view.currentPage == 0)
    #expect(album.view.page.viewport.zoomScale == 1)
  }

  @Test func `taps turn no pages when that is off, nor beyond the ends`() {
    var off = album()
    off.view.options.tapTurnsPages = false
    off.tap(310, 200)
    off.tick(2)
    #expect(off.view.currentPage == 0)
    var first = album()
    first.tap(5, 200)
    first.tick(2)
    first.tick(2)
    #expect(first.view.currentPage == 0)
    #expect(first.view.strip.viewport.contentOffset == .zero)
  }

  @Test func `the next page opens as it would, while the first keeps its zoom until left`() {
    var album = album()
    album.perform { $0.page.scroll.setZoomScale(1, animated: false, &$1) }
    #expect(album.view.viewport(ofPage: 1)?.zoomScale == 0.25)
    #expect(album.view.viewport(ofPage: 0)?.zoomScale == 1)
    #expect(album.view.viewport(ofPage: 3) == nil)
    album.perform { $0.goToPage(1, animated: true, &$1) }
    album.tick(1)
    #expect(album.view.page.viewport.zoomScale == 0.25)
    #expect(album.view.activePage == 1)
  }

  @Test func `one image is an album whose strip never moves`() {
    var album = album(pages: 1)
    album.flick(from: (300, 200), to: (50, 200))
    album.tick(5)
    #expect(album.view.currentPage == 0)
    #expect(album.view.strip.viewport.contentOffset == .zero)
  }

  @Test func `a strip caught between two pages is dragged on`() {
    var album = album()
    album.flick(from: (300, 200), to: (200, 200), steps: 4)
    album.tick(0.05)
    #expect(!album.view.strip.isAtRest)
    let x = album.view.strip.viewport.contentOffset.x
    album.down(1, 200, 200)
    album.move(1, 150, 200)
    #expect(near(album.view.strip.viewport.contentOffset.x, x + 40, 1e-9))
    album.up(1, 150, 200, after: 0.2)
    album.tick(5)
    #expect(album.view.strip.viewport.contentOffset.x == 320)
  }

  @Test func `without motion pages turn at once`() {
    var album = album()
    album.perform { view, _ in view.setReducesMotion(true) }
    album.perform { $0.goToPage(3, animated: true, &$1) }
    #expect(album.view.currentPage == 3)
    #expect(album.view.strip.isAtRest)
    album.flick(from: (300, 200), to: (200, 200), steps: 4)
    #expect(album.view.strip.viewport.contentOffset.x == 4 * 320)
  }
}
