import ScrollMotion
import ViewportWasm

/// Vectors H, J, L and M: what a gesture tells, and albums.
extension GoldenVector {
  // MARK: J

  private static let large: [Step] = [.open(4000, 3000, in: 320, 460), .limits(0.1, 6), .zoom(1)]
  private static let middle = large + [.offset(1000, 1000)]

  /// A drag to the left: three samples, 1000 points a second.
  private static let drag: [Step] = [
    .down(200, 300, at: 1), .moved(180, 300, at: 1.02), .moved(160, 300, at: 1.04),
    .moved(140, 300, at: 1.06),
  ]

  private static let scrollEvents: [ScrollEvent.Kind] = [
    .willBeginDragging, .didScroll, .didEndDragging, .willBeginDecelerating, .didEndDecelerating,
    .didEndScrollingAnimation, .didZoom, .didEndZooming,
  ]

  private static func log(
    _ name: String, after preparation: [Step], _ steps: [Step]..., events: [ScrollEvent.Kind]
  ) -> GoldenVector {
    GoldenVector(
      "J \(name)", after: preparation, steps.flatMap { $0 }, events: events,
      of: scrollEvents)
  }

  private static func flags(_ sum: Double) -> Step { .state([.flags: sum]) }

  static let logs = [
    log(
      "drag and stop", after: middle, drag, [.up(140, 300, at: 1.5)], Step.frames(1),
      events: [.willBeginDragging, .didScroll, .didEndDragging]),
    log(
      "flick", after: middle, drag, [.up(140, 300, at: 1.065)], Step.frames(8),
      events: [
        .willBeginDragging, .didScroll, .didEndDragging, .willBeginDecelerating, .didScroll,
        .didEndDecelerating,
      ]),
    log(
      "held past the edge", after: large + [.offset(0, 1000)],
      [.down(100, 300, at: 1), .moved(200, 300, at: 1.1), .up(200, 300, at: 2)], Step.frames(3),
      [.offsetIs(0, 1000, within: 1e-9)],
      events: [
        .willBeginDragging, .didScroll, .didEndDragging, .willBeginDecelerating, .didScroll,
        .didEndDecelerating,
      ]),
    log(
      "a touch stops it", after: middle,
      drag, [.up(140, 300, at: 1.065)], Step.frames(0.2),
      [
        .down(100, 100, at: 1.4), flags(1),
      ],
      events: [
        .willBeginDragging, .didScroll, .didEndDragging, .willBeginDecelerating, .didScroll,
        .didEndDecelerating,
      ]),
    log(
      "offset animated", after: middle,
      [.does("setContentOffset", 0, 500, 400, 1)], Step.frames(1), [.offsetIs(500, 400)],
      events: [.didScroll, .didEndScrollingAnimation]),
    log("offset at once", after: middle, [.offset(500, 400)], events: [.didScroll]),
    log(
      "programmatic zoom", after: middle, [.zoom(2), flags(32)],
      events: [.didZoom, .didScroll, .didEndZooming]),
    log(
      "without bounces",
      after: large + [
        .offset(0, 1000), .set(.bounces, 0),
        .set(.alwaysBounceHorizontal, 1),
      ],
      [
        .down(100, 300, at: 1), .moved(200, 300, at: 1.1), .offsetIs(0, 1000),
        .up(200, 300, at: 2),
      ],
      events: [.willBeginDragging, .didEndDragging]),
  ]

  // MARK: H, L and M

  private static func album(_ pages: Double) -> [Step] {
    [.open(320, 460, in: 320, 460, pages: pages)]
      + (0..<Int(pages)).map { .does("setPage", 0, Double($0), 320, 460) }
  }

  /// One finger to the left in steps of 20 points, ten milliseconds each.
  private static func swipe(from x: Double, by way: Double, y: Double = 200, at time: Double)
    -> [Step]
  {
    let count = Int(abs(way) / 20)
    let step = way < 0 ? -20.0 : 20
    return [.down(x, y, at: time)]
      + (1...count).map {
        .moved(x + step * Double($0), y, at: time + Double($0) * 0.01)
      }
  }

  /// The page in view, and the pool's first page and the one behind its last.
  private static func pageIs(_ page: Double, pool: Range<Double>) -> Step {
    .state([.page: page, .firstPage: pool.lowerBound, .endPage: pool.upperBound])
  }

  static let albums = [
    GoldenVector(
      "H pool of three",
      album(5), [pageIs(0, pool: 0..<2)], swipe(from: 300, by: -200, at: 1),
      [pageIs(1, pool: 0..<3), .up(100, 200, at: 2)], Step.frames(2),
      [
        .state([.activePage: 1, .stripOffset: 320]), .does("goToPage", 0, 4, 0),
        pageIs(4, pool: 3..<5),
      ]),
    GoldenVector(
      "H rotation keeps the page",
      album(5),
      [
        .does("goToPage", 0, 2, 0), .state([.stripOffset: 640]),
        .does("resize", 0, 480, 300, 1), .state([.page: 2, .stripOffset: 960]),
      ]),
    GoldenVector(
      "L loupe follows a long press",
      after: album(1),
      [
        .down(100, 100, at: 1), .does("advance", 0, 1.49), .does("advance", 0, 1.51),
        .state([.loupeX: 100, .loupeY: 100]), .moved(150, 120, at: 1.6),
        .state([.loupeX: 150, .loupeY: 120]), .up(150, 120, at: 1.7),
      ],
      events: [.loupeBegan, .loupeMoved, .loupeEnded],
      of: [.loupeBegan, .loupeMoved, .loupeEnded, .loupeCancelled]),
    GoldenVector(
      "L loupe cancelled",
      after: album(1),
      [
        .down(100, 100, at: 1), .does("advance", 0, 1.6), .does("touchesCancelled", 0),
      ],
      events: [.loupeBegan, .loupeCancelled],
      of: [.loupeBegan, .loupeMoved, .loupeEnded, .loupeCancelled]),
    GoldenVector(
      "L a finger that strays brings no loupe",
      after: album(1),
      [
        .down(100, 100, at: 1), .moved(112, 100, at: 1.1), .does("advance", 0, 1.7),
      ],
      events: [], of: [.loupeBegan]),
    GoldenVector(
      "M inner at its edge: the outer moves",
      album(3), [.zoom(2), .offset(9999, 200)], swipe(from: 300, by: -100, at: 1),
      [.offsetIs(320, 200), .state([.stripOffset: 90])]),
    GoldenVector(
      "M inner in its middle: the outer stays, even behind the edge",
      album(3), [.zoom(2), .offset(300, 200)], swipe(from: 300, by: -200, at: 1),
      [.state([.stripOffset: 0])]),
    GoldenVector(
      "M a diagonal start is the inner's if it can scroll either axis",
      album(3),
      [
        .zoom(2), .offset(9999, 200), .down(200, 200, at: 1), .moved(170, 170, at: 1.05),
        .moved(150, 150, at: 1.1), .state([.stripOffset: 0]),
      ]),
    GoldenVector(
      "M a tap turns the page, but not while zoomed",
      album(3),
      [
        .down(300, 200, at: 1), .up(300, 200, at: 1.1),
      ], Step.frames(2),
      [
        .state([.page: 1, .stripOffset: 320]), .zoom(2), .down(300, 200, at: 5),
        .up(300, 200, at: 5.1),
      ], Step.frames(2),
      [
        .state([.page: 1]), .zoom(0.1), .down(300, 200, at: 9),
        .up(300, 200, at: 9.1),
      ], Step.frames(2), [.state([.page: 2])]),
  ]
}
