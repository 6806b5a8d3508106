import ViewportWasm

/// Vectors A to E, H, I and L: geometry, zooming, formulas.
extension GoldenVector {
  static let geometry = zoomRects + insets + fitting + zooming + scrolling + formulas + loupes

  private static let zoomRects = [
    GoldenVector(
      "A zoomRect",
      [
        .gives("zoomRect", [320, 480, 2, 640, 480], [560, 360, 160, 240]),
        .gives("zoomRect", [320, 480, 0.5, 640, 480], [320, 0, 640, 960]),
        .gives(
          "zoomRect", [320, 480, 6, 0, 0], [-80.0 / 3, -40, 160.0 / 3, 80]),
        .gives("zoomRect", [320, 480, 1.5, 160, 240], [160.0 / 3, 80, 640.0 / 3, 320]),
        .gives("zoomRect", [320, 460, 1, 640, 480], [480, 250, 320, 460]),
        .refuses("zoomRect", 320, 480, 0, 640, 480),
        .refuses("zoomRect", 320, 480, -1, 640, 480),
        .refuses("zoomRect", 320, 480, .nan, 640, 480),
      ])
  ]

  private static func range(
    _ number: String, content: (Double, Double), bounds: (Double, Double), inset: [Double],
    _ minimum: (Double, Double), _ maximum: (Double, Double)
  ) -> GoldenVector {
    GoldenVector(
      "B\(number) offset range",
      [
        .open(content.0, content.1, in: bounds.0, bounds.1), .limits(1, 1),
        .shows("setInset", [0] + inset + [0, 0], [:]), .zoom(1), .offset(-9999, -9999),
        .offsetIs(minimum.0, minimum.1), .offset(9999, 9999), .offsetIs(maximum.0, maximum.1),
      ])
  }

  private static let insets = [
    range(
      "1", content: (320, 758), bounds: (320, 460), inset: [64, 0, 44, 0], (0, -64), (0, 342)),
    range(
      "2", content: (320, 758), bounds: (320, 480), inset: [64, 0, 44, 0], (0, -64), (0, 322)),
    range("3", content: (1280, 960), bounds: (320, 460), inset: [0, 0, 0, 0], (0, 0), (960, 500)),
    range(
      "4 right 50", content: (800, 900), bounds: (375, 667), inset: [0, 0, 0, 50], (0, 0),
      (475, 233)),
    range(
      "4 right -200", content: (800, 900), bounds: (375, 667), inset: [0, 0, 0, -200], (0, 0),
      (225, 233)),
    range("4", content: (800, 900), bounds: (375, 667), inset: [0, 0, 0, 0], (0, 0), (425, 233)),
    range("6", content: (100, 90), bounds: (375, 667), inset: [0, 0, 0, 0], (0, 0), (0, 0)),
    GoldenVector(
      "B1 initial offset, B5 indicators",
      [
        .open(320, 758, in: 320, 460), .limits(1, 1),
        .does("setInset", 0, 64, 0, 44, 0, 0, 0), .does("scrollToTop", 0, 0), .offsetIs(0, -64),
        .shows("indicators", [0, 64, 0, 44, 0], [0: 0, 1: 64, 2: 320, 3: 352]),
      ]),
    GoldenVector(
      "B7 caption",
      [
        .gives("caption", [320, 280], [280, 320, 478]),
        .gives("caption", [320, 102.5], [280, 320, 301]),
      ]),
  ]

  private static func fit(
    _ number: Int, view: (Double, Double), image: (Double, Double), fit: Double, fill: Double,
    maximum: Double, inset: (Double, Double)
  ) -> GoldenVector {
    GoldenVector(
      "C\(number) fit, fill, centring",
      [
        .open(image.0, image.1, in: view.0, view.1), .does("setLimits", 0, 2, .nan, .nan),
        .does("setInset", 0, 0, 0, 0, 0, 1, 0), .zoom(fit),
        .state([
          .zoomScale: fit, .maximumZoomScale: maximum, .fitScale: fit, .fillScale: fill,
          .adjustedInsetTop: inset.0, .adjustedInsetLeft: inset.1, .adjustedInsetBottom: inset.0,
          .adjustedInsetRight: inset.1,
        ]),
        .zoom(maximum),
        .state([
          .adjustedInsetTop: 0, .adjustedInsetLeft: 0, .adjustedInsetBottom: 0,
          .adjustedInsetRight: 0,
        ]),
      ])
  }

  private static let fitting = [
    fit(
      1, view: (375, 667), image: (3000, 2000), fit: 0.125, fill: 0.3335, maximum: 0.625,
      inset: (208.5, 0)),
    fit(
      2, view: (375, 667), image: (2000, 3000), fit: 0.1875, fill: 667.0 / 3000, maximum: 0.9375,
      inset: (52.25, 0)),
    fit(
      3, view: (320, 460), image: (1280, 960), fit: 0.25, fill: 460.0 / 960, maximum: 1.25,
      inset: (110, 0)),
    fit(
      4, view: (1024, 768), image: (4096, 3072), fit: 0.25, fill: 0.25, maximum: 1.25,
      inset: (0, 0)),
    GoldenVector(
      "C5 small images",
      [
        .open(100, 100, in: 375, 667, devicePixelRatio: 2),
        .state([.fitScale: 3.75]),
        .does("setLimits", 0, 4, .nan, .nan),
        .state([.minimumZoomScale: 0.5, .maximumZoomScale: 0.5]),
      ]),
    GoldenVector(
      "C7 PhotoScroller, C8 rotation at minimum",
      [
        .open(3600, 2400, in: 320, 480, devicePixelRatio: 2),
        .does("setLimits", 0, 4, .nan, .nan), .zoom(0.001),
        .state([.zoomScale: 320.0 / 3600, .minimumZoomScale: 320.0 / 3600, .maximumZoomScale: 0.5]),
        .does("resize", 0, 480, 320, 2),
        .state([.zoomScale: 480.0 / 3600, .minimumZoomScale: 480.0 / 3600, .maximumZoomScale: 0.5]),
      ]),
    GoldenVector(
      "C8 rotation keeps the middle",
      [
        .open(3600, 2400, in: 320, 480, devicePixelRatio: 2),
        .does("setLimits", 0, 4, .nan, .nan), .zoom(0.3), .offset(400, 120),
        .does("resize", 0, 480, 320, 2), .zoomIs(0.3), .offsetIs(320, 200),
      ]),
    GoldenVector(
      "C9 largest zoom", [.open(640, 480, in: 320, 460), .limits(.nan, 3), .zoom(9), .zoomIs(3)]),
  ]

  private static func zooms(_ name: String, _ steps: [Step]) -> GoldenVector {
    GoldenVector(name, [.open(1280, 960, in: 320, 460), .limits(0.5, 6), .zoom(1)] + steps)
  }

  private static let zooming = [
    zooms("D1 zoom keeps the middle", [.offset(0, 0), .zoom(2), .offsetIs(160, 230)]),
    zooms("D2 out again", [.offset(480, 250), .zoom(0.5), .offsetIs(160, 10)]),
    zooms("D3 zoom is clamped", [.zoom(10), .zoomIs(6), .zoom(0.1), .zoomIs(0.5)]),
    zooms(
      "D4 to 7 zoomToRect",
      [
        .does("zoomTo", 0, 560, 250, 160, 230, 0), .zoomIs(2), .offsetIs(1120, 500),
        .does("zoomTo", 0, 100, 100, 160, 115, 0), .zoomIs(2), .offsetIs(200, 85),
        .does("zoomTo", 0, 0, 0, 1280, 960, 0), .zoomIs(0.5), .offsetIs(160, 10),
        .does("zoomTo", 0, 600, 400, 10, 10, 0), .zoomIs(6), .offsetIs(3470, 2200),
      ]),
    GoldenVector(
      "D8 without limits nothing zooms",
      [
        .open(1280, 960, in: 320, 460), .does("setLimits", 0, 0, .nan, .nan), .zoom(1),
        .offset(0, 0), .shows("setZoomScale", [0, 2, .nan, .nan, 0], [:]),
        .shows("zoomTo", [0, 0, 0, 10, 10, 0], [:]), .zoomIs(1), .offsetIs(0, 0),
      ]),
    zooms(
      "D9 zoom keeps its anchor",
      [
        .offset(300, 200), .does("setZoomScale", 0, 3, 120, 230, 0), .zoomIs(3),
        .offsetIs((300 + 120) * 3 - 120, (200 + 230) * 3 - 230),
      ]),
    zooms(
      "D10 steps",
      [
        .does("zoomBy", 0, 1.5, .nan, .nan, 0), .does("zoomBy", 0, 1.5, .nan, .nan, 0),
        .does("zoomBy", 0, 1.5, .nan, .nan, 0), .zoomIs(3.375), .zoom(1),
        .does("zoomBy", 0, 1.5, .nan, .nan, 0), .does("zoomBy", 0, 1 / 1.5, .nan, .nan, 0),
        .zoomIs(1),
      ]),
  ]

  private static func shows(_ rect: [Double], moves: Bool, to x: Double, _ y: Double) -> [Step] {
    let call = Call("scrollRectToVisible", [0] + rect + [0])
    return [Step(call: call, result: moves ? nil : 0), .offsetIs(x, y)]
  }

  private static let scrolling = [
    zooms(
      "E scrollRectToVisible",
      [.offset(0, 0)]
        + shows([10, 10, 50, 50], moves: false, to: 0, 0)
        + shows([300, 0, 100, 50], moves: true, to: 80, 0) + [.offset(0, 0)]
        + shows([300, 440, 100, 100], moves: true, to: 80, 80) + [.offset(500, 300)]
        + shows([0, 0, 10, 10], moves: true, to: 0, 0)
        + shows([100, 100, 1000, 50], moves: true, to: 100, 0)
        + shows([5000, 5000, 10, 10], moves: false, to: 100, 0))
  ]

  private static func paging(at offset: Double, is page: Double) -> Step {
    .shows("paging", [offset, 0, 0, 320], [0: page])
  }

  private static func bands(_ dimension: Double, _ pairs: [(Double, Double)]) -> [Step] {
    pairs.map { .gives("rubberBand", [$0.0, dimension], [$0.1], within: 5e-5) }
  }

  private static func springs(_ start: Double, _ velocity: Double, _ places: [(Double, Double)])
    -> [Step]
  {
    places.map { .shows("spring", [start, velocity, 0.5, $0.0], [0: $0.1], within: 5e-5) }
  }

  private static let formulas = [
    GoldenVector(
      "H page at an offset",
      [
        paging(at: 0, is: 0), paging(at: 159, is: 0), paging(at: 160, is: 1),
        paging(at: 161, is: 1), paging(at: 319, is: 1), paging(at: 320, is: 1),
        paging(at: 479.9, is: 1), paging(at: 480, is: 2), paging(at: 799, is: 2),
        paging(at: 800, is: 3),
      ]),
    GoldenVector(
      "H page after a release",
      [
        .shows("paging", [100, 600, 0, 320], [1: 1]), .shows("paging", [100, 0, 0, 320], [1: 0]),
        .shows("paging", [170, 0, 0, 320], [1: 1]), .shows("paging", [170, -200, 0, 320], [1: 0]),
        .shows("paging", [1200, 9000, 0, 320], [1: 1]),
      ]),
    GoldenVector(
      "I1 rubber band",
      bands(
        960, [(5, 2.7421), (10, 5.4687), (100, 52.0197), (400, 178.9831), (960, 340.6452)])
        + bands(480, [(50, 26.0099), (100, 49.3458), (480, 170.3226), (1e4, 441.4716)])),
    GoldenVector(
      "I2 to 4 deceleration",
      [
        .shows("deceleration", [1000, 0, 0.5, 0.5], [0: 499.4998], within: 5e-5),
        .shows("deceleration", [1000, 0, 0.5, 0.5], [1: 3.4499], within: 5e-5),
        .shows("deceleration", [1000, 0, 0.5, 0.5], [2: 315.928], within: 5e-4),
        .shows("deceleration", [2000, 0, 0.5, 0.5], [0: 998.9997, 1: 3.7961], within: 5e-5),
        .shows(
          "deceleration", [1000, 1, 0.5, 0.5], [0: 99.4992, 1: 0.5267, 2: 98.8454],
          within: 5e-5),
        .shows("deceleration", [-1000, 0, 0.5, 0.5], [0: -499.4998, 1: 3.4499], within: 5e-5),
      ]),
    GoldenVector(
      "I5 spring",
      springs(
        -100, 0,
        [
          (0.05, -90.9796), (0.1, -73.5759), (0.2, -40.6006), (0.3, -19.9148), (0.5, -4.0428),
          (0.8, -0.3019),
        ])),
    GoldenVector(
      "I6 edge hit", springs(0, 1000, [(0.1, 36.7879), (0.2, 27.0671), (0.5, 3.3690)])),
  ]

  private static let loupes = [
    GoldenVector(
      "L loupe",
      [
        .gives("loupeOffset", [100, 100, 768, 1024, 240, 3], [180, 180]),
        .gives("loupeOffset", [10, 10, 768, 1024, 240, 3], [0, 0]),
        .gives("loupeOffset", [768, 1024, 768, 1024, 240, 3], [2064, 2832]),
        // Room above; only below; only to the left.
        .shows("popover", [300, 500, 200, 100, 768, 1024, 10], [0: 200, 1: 390, 4: 0]),
        .shows("popover", [300, 50, 200, 100, 768, 1024, 10], [0: 200, 1: 60, 4: 1]),
        .shows("popover", [700, 60, 200, 110, 768, 120, 10], [0: 490, 4: 2]),
      ])
  ]
}
