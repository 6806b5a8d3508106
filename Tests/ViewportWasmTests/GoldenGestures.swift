import ScrollMotion
import ViewportWasm

/// Vectors F, G, J, L and M: fingers and time.
extension GoldenVector {
  static let gestures = oneFingerZooms + tapMachine + logs + albums

  // MARK: F

  /// A tap, and the second one stays down.
  private static let secondTouch: [Step] = [
    .open(1280, 960, in: 320, 460), .limits(0.5, 6), .zoom(1), .down(160, 230, at: 1),
    .up(160, 230, at: 1.05), .down(160, 230, at: 1.2),
  ]

  /// Points upward between two samples, each 10 ms after the last.
  private static func upward(_ ways: [Double]) -> [Step] {
    var y = 230.0
    return ways.enumerated().map { index, way in
      y -= way
      return .moved(160, y, at: 1.21 + Double(index) * 0.01)
    }
  }

  private static func oneFinger(
    _ name: String, _ ways: [Double], absolute: Double, incremental: Double
  ) -> [GoldenVector] {
    [
      GoldenVector("\(name) absolute", secondTouch, upward(ways), [.zoomIs(absolute)]),
      GoldenVector(
        "\(name) incremental",
        [secondTouch[0], .set(.oneFingerCounting, 1)], Array(secondTouch.dropFirst()),
        upward(ways), [.zoomIs(incremental)]),
    ]
  }

  private static let oneFingerZooms = [
    oneFinger("F1 thirty up", [30], absolute: 1.3, incremental: 1.3),
    oneFinger("F2 three of ten", [10, 10, 10], absolute: 1.3, incremental: 1.331),
    oneFinger(
      "F3 thirty of one", Array(repeating: 1, count: 30), absolute: 1.3,
      incremental: 1.347848915332906),
    oneFinger("F4 up and down", [50, -50], absolute: 1, incremental: 0.75),
    oneFinger("F5 one and back", [1, -1], absolute: 1, incremental: 0.9999),
    oneFinger("F6 never negative", [-150], absolute: 0.5, incremental: 0.5),
    otherOneFingerZooms,
  ].flatMap { $0 }

  private static let otherOneFingerZooms = [
    GoldenVector(
      "F7 a second finger ends it", after: secondTouch, upward([30]),
      [.down(20, 20, at: 1.3, finger: 2), .moved(160, 100, at: 1.32), .zoomIs(1.3)],
      events: [.didEndZooming], of: [.didEndZooming]),
    GoldenVector(
      "F7 cancelled", after: secondTouch, upward([30]),
      [.does("touchesCancelled", 0), .zoomIs(1.3)],
      events: [.didEndZooming], of: [.didEndZooming]),
    GoldenVector(
      "F7 the first tap does not zoom",
      [
        .open(1280, 960, in: 320, 460), .limits(0.5, 6), .zoom(1), .down(160, 230, at: 1),
        .moved(160, 200, at: 1.1), .zoomIs(1),
      ]),
    GoldenVector(
      "F8 as OpenSeadragon", [secondTouch[0], .set(.oneFingerZoom, 3)],
      Array(secondTouch.dropFirst()),
      [.moved(160, 280, at: 1.3), .zoomIs(1.2), .moved(160, 330, at: 1.4), .zoomIs(1.44)]),
  ]

  // MARK: G

  private static func taps(_ name: String, _ steps: [Step]..., events: [TapEvent])
    -> GoldenVector
  {
    GoldenVector(
      "G \(name)", after: [.open(1280, 960, in: 320, 460), .limits(0.5, 6), .zoom(1)],
      steps.flatMap { $0 }, events: events.map(\.kind), of: [.singleTap, .doubleTap, .twoFingerTap])
  }

  private enum TapEvent {
    case single, double, twoFinger

    var kind: ScrollEvent.Kind {
      switch self {
      case .single: .singleTap
      case .double: .doubleTap
      case .twoFinger: .twoFingerTap
      }
    }
  }

  private static let tapMachine = [
    taps(
      "not single yet",
      [.down(50, 60, at: 1), .up(50, 60, at: 1.1), .does("advance", 0, 1.44)], events: []),
    taps(
      "single",
      [
        .down(50, 60, at: 1), .up(50, 60, at: 1.1),
        .shows("advance", [0, 1.46], [0: 14, 2: 50, 3: 60]),
      ], events: [.single]),
    taps(
      "double",
      [
        .down(50, 60, at: 1), .up(50, 60, at: 1.1), .down(50, 60, at: 1.3), .up(50, 60, at: 1.35),
      ], Step.frames(1), events: [.double]),
    taps(
      "two fingers",
      [
        .down(50, 60, at: 1, finger: 1), .down(90, 100, at: 1, finger: 2),
        .up(50, 60, at: 1.1, finger: 1),
        .up(90, 100, at: 1.1, finger: 2),
      ], Step.frames(1), events: [.twoFinger]),
    taps(
      "two fingers, one after the other",
      [
        .down(50, 60, at: 1, finger: 1), .down(90, 100, at: 1.02, finger: 2),
        .up(90, 100, at: 1.1, finger: 2),
        .up(50, 60, at: 1.15, finger: 1),
      ], Step.frames(1), events: [.twoFinger]),
    taps(
      "three fingers",
      [
        .down(50, 60, at: 1, finger: 1), .down(90, 100, at: 1, finger: 2),
        .down(70, 90, at: 1, finger: 3),
        .up(50, 60, at: 1.1, finger: 1), .up(90, 100, at: 1.1, finger: 2),
        .up(70, 90, at: 1.1, finger: 3),
      ], Step.frames(1), events: []),
    taps(
      "one of two is a second tap",
      [
        .down(50, 60, at: 1, finger: 1), .up(50, 60, at: 1.05, finger: 1),
        .down(50, 60, at: 1.2, finger: 1),
        .down(200, 300, at: 1.2, finger: 2), .up(50, 60, at: 1.25, finger: 1),
        .up(200, 300, at: 1.25, finger: 2),
      ], Step.frames(1), events: []),
    taps(
      "moved",
      [.down(50, 60, at: 1), .moved(50, 90, at: 1.05), .up(50, 90, at: 1.1)], Step.frames(1),
      events: []),
    taps(
      "reset each time",
      [.down(50, 60, at: 1), .moved(50, 90, at: 1.05), .up(50, 90, at: 1.1)], Step.frames(2),
      [.down(50, 60, at: 9), .up(50, 60, at: 9.1)], Step.frames(1), events: [.single]),
  ]

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

  private static let logs = [
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

  private static let albums = [
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
