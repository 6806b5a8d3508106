import ScrollMotion
import ViewportWasm

/// Vectors N: pages of a spread and of a column.
extension GoldenVector {
  static let books = [
    GoldenVector(
      "N1 the second page of a spread is drawn from its own tiles",
      [
        .open(1600, 1000, in: 800, 500), .limits(0.1, 8), .zoom(0.5),
        // Level 1 of 400 by 500 pixels, whose corner lies in the middle of the view.
        .shows(
          "partTiles", [0, 0, 0, 0, 256, 800, 0, 1, 800, 1000],
          [0: 1, 1: 400, 2: 500, 3: 2, 4: 2]),
        .zoom(4), .offset(0, 0),
        .gives("partTiles", [0, 0, 0, 0, 256, 800, 0, 1, 800, 1000], [0, 800, 1000, 4, 4, 256]),
        .offset(3200, 0),
        .shows(
          "partTiles", [0, 0, 0, 0, 256, 800, 0, 1, 800, 1000],
          [0: 0, 6: 0, 7: 0, 12: 0, 13: 0, 14: 1024, 15: 1024]),
        // Half as many pixels, each twice as large.
        .shows(
          "partTiles", [0, 0, 0, 0, 256, 800, 0, 2, 400, 500],
          [0: 0, 6: 0, 7: 0, 12: 0, 13: 0, 14: 2048, 15: 2048]),
        .refuses("partTiles", 0, 0, 0, 0, 256, 800, 0, .infinity, 400, 500),
        .refuses("partTiles", 0, 0, 0, 0, 256, 800, 0, 1, 0.5, 500),
      ]),
    GoldenVector(
      "N2 a column zooms out to a page, not to all of them",
      [
        .open(100, 130_000, in: 300, 400), .does("setLimits", 0, 5, 2, 10), .zoom(1e-9),
        .state([.zoomScale: 2, .fillScale: 3, .minimumZoomScale: 2]), .zoom(3),
        .shows(
          "partTiles", [0, 0, 0, 0, 256, 0, 200, 1, 100, 200], [0: 0, 1: 100, 2: 200]),
      ]),
  ]
}
