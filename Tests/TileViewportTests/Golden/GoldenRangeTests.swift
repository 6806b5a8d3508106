import Testing
import TileViewport
import ViewportSamples

/// Vectors B and E: insets, the offsets they leave, and scrolling the least that shows something.
@Suite struct GoldenRangeTests {
  @Test(arguments: [(460, 342), (480, 322)] as [(Double, Double)])
  func `insets widen the range and give the first offset`(height: Double, end: Double) {
    let view = Viewport(
      content: Size(width: 320, height: 758), bounds: Size(width: 320, height: height),
      contentInset: EdgeInsets(top: 64, left: 0, bottom: 44, right: 0))
    #expect(view.offsetRange(.vertical).minimum == -64)
    #expect(view.offsetRange(.vertical).maximum == end)
    #expect(view.offsetRange(.horizontal).minimum == 0)
    #expect(view.offsetRange(.horizontal).maximum == 0)
    #expect(view.contentOffset == Point(x: 0, y: -64))
  }

  @Test func `without insets the range ends where content and view end together`() {
    let view = Viewport.guide()
    #expect(view.offsetRange(.horizontal).maximum == 960)
    #expect(view.offsetRange(.vertical).maximum == 500)
  }

  @Test(arguments: [(50, 475), (-200, 225), (0, 425)] as [(Double, Double)])
  func `a right inset moves the end, a negative one inwards`(right: Double, end: Double) {
    let view = Viewport(
      content: Size(width: 800, height: 900), bounds: Size(width: 375, height: 667), zoomScale: 1,
      contentInset: EdgeInsets(top: 0, left: 0, bottom: 0, right: right))
    #expect(view.offsetRange(.horizontal).maximum == end)
    #expect(view.offsetRange(.vertical).maximum == 233)
  }

  @Test func `indicators have insets of their own`() {
    let track = Viewport.guide().indicators(
      insets: EdgeInsets(top: 64, left: 0, bottom: 44, right: 0)
    ).frame
    #expect(track.y == 64)
    #expect(track.maxY == 416)
  }

  @Test func `a thumb runs from end to end of its track, and hides when all shows`() throws {
    let insets = EdgeInsets(top: 64, left: 0, bottom: 44, right: 0)
    let top = try #require(Viewport.guide(0, 0).indicators(insets: insets).vertical)
    let end = try #require(Viewport.guide(0, 500).indicators(insets: insets).vertical)
    #expect(top.start == 0)
    #expect(near(end.start + end.length, 352))
    #expect(near(top.length, 352 * 460 / 960))
    let whole = Viewport(content: Size(width: 10, height: 900), bounds: .screen, zoomScale: 1)
    #expect(whole.indicators(insets: insets).horizontal == nil)
  }

  @Test func `content smaller than the view has one offset`() {
    let view = Viewport(content: Size(width: 100, height: 100), bounds: .screen, zoomScale: 1)
    for axis in [Axis.horizontal, .vertical] {
      #expect(view.offsetRange(axis).minimum == 0)
      #expect(view.offsetRange(axis).maximum == 0)
    }
  }

  @Test func `a caption's width drives its height, rounded once`() {
    let layout = CaptionLayout()
    #expect(CaptionLayout.rounded(300.5) == 301)
    #expect(layout.labelWidth(width: 320) == 280)
    #expect(layout.contentSize(width: 320, labelHeight: 20).height == 218)
    #expect(layout.contentSize(width: 320, labelHeight: 102.5).height == 301)
  }

  /// Offset before, rectangle in scroll points, offset after; nil when nothing moves.
  @Test(
    arguments: [
      (0, 0, 10, 10, 50, 50, nil), (0, 0, 300, 0, 100, 50, Point(x: 80, y: 0)),
      (0, 0, 300, 440, 100, 100, Point(x: 80, y: 80)), (500, 300, 0, 0, 10, 10, Point.zero),
      (0, 0, 100, 100, 1000, 50, Point(x: 100, y: 0)), (0, 0, 2000, 2000, 10, 10, nil),
      (0, 0, 100, 100, 0, 50, nil),
    ] as [(Double, Double, Double, Double, Double, Double, Point?)])
  func `scrollRectToVisible moves the least`(
    fromX: Double, fromY: Double, x: Double, y: Double, width: Double, height: Double,
    expected: Point?
  ) {
    let rect = Rect(x: x, y: y, width: width, height: height)
    let before = Viewport.guide(fromX, fromY)
    #expect(before.offset(showing: rect) == expected)
    var view = before
    view.scrollRectToVisible(rect)
    #expect(view.contentOffset == expected ?? before.contentOffset)
  }

  @Test func `what a bar covers does not show`() {
    var view = Viewport(
      content: .listing, bounds: .screen, zoomScale: 1, limits: ZoomLimits(minimum: 1, maximum: 2),
      contentInset: EdgeInsets(top: 64, left: 0, bottom: 44, right: 0))
    view.setContentOffset(Point(x: 0, y: 100))
    view.scrollRectToVisible(Rect(x: 0, y: 110, width: 10, height: 10))
    #expect(view.contentOffset.y == 46)
    view.scrollRectToVisible(Rect(x: 0, y: 480, width: 10, height: 10))
    #expect(view.contentOffset.y == 74)
  }
}
