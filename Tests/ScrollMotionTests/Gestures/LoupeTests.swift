import ScrollMotion
import SeededNumbers
import Testing
import TileViewport
import ViewportSamples

/// Vectors L: the lens, its bubble, and the long press that brings it.
@Suite struct LoupeTests {
  @Test(
    arguments: [
      (100, 100, 180, 180), (10, 10, 0, 0), (768, 1024, 2064, 2832), (384, 512, 1032, 1416),
    ] as [(Double, Double, Double, Double)])
  func `the lens shows what is under the finger, kept on the page`(
    x: Double, y: Double, toX: Double, toY: Double
  ) {
    let offset = Loupe().contentOffset(
      over: Point(x: x, y: y), page: Size(width: 768, height: 1024))
    #expect(offset == Point(x: toX, y: toY))
  }

  @Test func `the lens's content is around the finger's content point`() {
    let view = Viewport.guide(300, 100, zoom: 2)
    let rect = Loupe().contentRect(over: Point(x: 50, y: 60), of: view)
    #expect(near(rect.center, Point(x: 175, y: 80)))
    #expect(near(rect.width, 40) && near(rect.height, 40))
  }

  /// Finger, the edge that the arrow is on.
  @Test(
    arguments: [
      (384, 512, .bottom), (384, 100, .top), (10, 1000, .bottom), (760, 10, .top),
    ] as [(Double, Double, Popover.ArrowEdge)])
  func `the bubble is where there is room, above first`(
    x: Double, y: Double, arrow: Popover.ArrowEdge
  ) {
    let screen = Rect(x: 0, y: 0, width: 768, height: 1024)
    let bubble = Popover(
      at: Point(x: x, y: y), size: Size(width: 240, height: 240), screen: screen, gap: 20)
    #expect(bubble.arrow == arrow)
    #expect(bubble.frame.intersection(screen) == bubble.frame)
  }

  @Test func `on a low screen the bubble is beside the finger`() {
    let screen = Rect(x: 0, y: 0, width: 1000, height: 300)
    let size = Size(width: 240, height: 240)
    let left = Popover(at: Point(x: 700, y: 150), size: size, screen: screen, gap: 20)
    #expect(left.arrow == .right)
    #expect(left.frame.maxX == 680)
    let right = Popover(at: Point(x: 100, y: 150), size: size, screen: screen, gap: 20)
    #expect(right.arrow == .left)
    #expect(right.frame.x == 120)
  }

  @Test func `the bubble never leaves the screen and its tip is on its rim`() {
    var random = SplitMix(seed: 5)
    for _ in 0..<3000 {
      let screen = Rect(
        x: random.double(-50...50), y: random.double(-50...50), width: random.double(250...1200),
        height: random.double(250...1200))
      let point = Point(
        x: random.double(screen.x...screen.maxX), y: random.double(screen.y...screen.maxY))
      let bubble = Popover(
        at: point, size: Size(width: 240, height: 240), screen: screen, gap: 16)
      #expect(bubble.frame.x >= screen.x && bubble.frame.y >= screen.y)
      #expect(bubble.frame.maxX <= screen.maxX + 1e-9 && bubble.frame.maxY <= screen.maxY + 1e-9)
      #expect((0...240).contains(bubble.tip.x) && (0...240).contains(bubble.tip.y))
    }
  }

  @Test func `half a second of stillness freezes the scroll and shows the loupe`() {
    var view = interactive()
    view.down(1, 100, 100)
    view.tick(0.49)
    #expect(view.view.loupe == nil)
    view.move(1, 106, 108, after: 0.005)
    view.tick(0.006)
    #expect(view.view.loupe == Point(x: 106, y: 108))
    view.move(1, 200, 250)
    #expect(view.view.loupe == Point(x: 200, y: 250))
    #expect(view.view.scroll.isTracking && !view.view.scroll.isDragging)
    #expect(view.view.viewport.contentOffset == Point(x: 400, y: 200))
    view.up(1, 200, 250, after: 0.1)
    view.tick(1)
    #expect(view.view.loupe == nil)
    #expect(view.kinds == [.loupeBegan, .loupeMoved, .loupeEnded])
  }

  @Test func `a cancelled touch hides the loupe`() {
    var view = interactive()
    view.down(1, 100, 100)
    view.tick(0.6)
    view.cancel()
    #expect(view.view.loupe == nil)
    #expect(view.kinds == [.loupeBegan, .loupeCancelled])
    #expect(view.view.scroll.isAtRest)
  }

  @Test func `no loupe after more than ten points, with two fingers, or switched off`() {
    var moved = interactive()
    moved.down(1, 100, 100)
    moved.move(1, 100, 111)
    moved.tick(1)
    var two = interactive()
    two.down(1, 100, 100)
    two.down(2, 150, 100)
    two.tick(1)
    var off = interactive { $0.showsLoupe = false }
    off.down(1, 100, 100)
    off.tick(1)
    for view in [moved, two, off] { #expect(!view.kinds.contains(.loupeBegan)) }
  }

  @Test func `a second finger leaves the loupe alone`() {
    var view = interactive()
    view.down(1, 100, 100)
    view.tick(0.6)
    view.down(2, 200, 200)
    view.move(2, 250, 250)
    #expect(view.view.loupe == Point(x: 100, y: 100))
    view.up(2, 250, 250)
    view.move(1, 120, 120)
    #expect(view.view.loupe == Point(x: 120, y: 120))
  }

  @Test func `at half a second exactly the wait is over`() {
    var once = interactive()
    once.down(1, 100, 100)
    once.tick(0.5)
    #expect(once.kinds == [.loupeBegan])
  }
}
