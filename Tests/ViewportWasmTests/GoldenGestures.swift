import ScrollMotion
import ViewportWasm

/// Vectors F and G: fingers and time.
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
}
