import ViewportWasm

/// Vectors K: levels and tiles, as a question about a view asks for them.
extension GoldenVector {
  static let tiles = ladders + grids + visibleSets + picks + goals

  /// Places in an answer: the level, and how many tiles.
  private enum Place {
    static let reduction = 19
    static let columns = 22
    static let rows = 23
    static let visible = 25
    static let firstTile = 28
  }

  private static func set(_ parameter: QuestionParameter, _ values: Double...) -> Step {
    let padded = values + Array(repeating: 0, count: 4 - values.count)
    return .shows("questionSet", [Double(parameter.rawValue)] + padded, [:])
  }

  /// A small view, so that few tiles show, at any zoom.
  private static func ask(
    _ width: Double, _ height: Double, zoom: Double, levelsOfDetail: (Double, Double)? = nil,
    devicePixelRatio: Double = 1, tileSize: Double = 256
  ) -> [Step] {
    var steps: [Step] = [
      .does("questionBegin", width, height), set(.bounds, 64, 64),
      set(.minimumZoom, 1e-9), set(.maximumZoom, 1000),
      set(.zoom, zoom), set(.prefetch, 0), set(.tileSize, tileSize),
      set(.devicePixelRatio, devicePixelRatio),
    ]
    if let levelsOfDetail {
      steps.append(set(.levelsOfDetail, levelsOfDetail.0))
      steps.append(set(.levelsOfDetailBias, levelsOfDetail.1))
    }
    return steps
  }

  private static func answers(_ places: [Int: Double]) -> Step {
    .shows("questionAnswer", [], places)
  }

  /// The first and the last level of a ladder, seen by zooming far in and far out.
  private static func ladder(
    _ size: (Double, Double), levelsOfDetail: (Double, Double), finest: Double, coarsest: Double
  ) -> GoldenVector {
    GoldenVector(
      "K1 \(levelsOfDetail.0) levels of \(size.0) x \(size.1), bias \(levelsOfDetail.1)",
      ask(size.0, size.1, zoom: 500, levelsOfDetail: levelsOfDetail)
        + [answers([Place.reduction: finest])]
        + ask(size.0, size.1, zoom: 1e-7, levelsOfDetail: levelsOfDetail)
        + [answers([Place.reduction: coarsest])])
  }

  private static let ladders = [
    ladder((4096, 4096), levelsOfDetail: (5, 2), finest: -2, coarsest: 2),
    ladder((4096, 4096), levelsOfDetail: (4, 0), finest: 0, coarsest: 3),
    ladder((4096, 4096), levelsOfDetail: (1, 0), finest: 0, coarsest: 0),
    ladder((4096, 4096), levelsOfDetail: (4, 3), finest: -3, coarsest: 0),
    ladder((460, 320), levelsOfDetail: (20, 0), finest: 0, coarsest: 8),
  ]

  /// Columns and rows of the levels that some zoom scales draw with.
  private static func grid(
    _ name: String, _ size: (Double, Double), _ levels: [(Double, Double, Double)],
    levelsOfDetail: (Double, Double)
  ) -> GoldenVector {
    GoldenVector(
      "\(name) grids of \(size.0) x \(size.1)",
      levels.flatMap { zoom, columns, rows in
        ask(size.0, size.1, zoom: zoom, levelsOfDetail: levelsOfDetail)
          + [answers([Place.columns: columns, Place.rows: rows])]
      })
  }

  private static let grids = [
    grid(
      "K2", (460, 320), [(4, 8, 5), (2, 4, 3), (1, 2, 2), (0.5, 1, 1), (0.25, 1, 1)],
      levelsOfDetail: (5, 2)),
    grid(
      "K3", (3600, 2400), [(1, 15, 10), (0.5, 8, 5), (0.25, 4, 3), (0.125, 2, 2)],
      levelsOfDetail: (4, 0)),
    grid(
      "K3", (2560, 3840), [(1, 10, 15), (0.5, 5, 8), (0.25, 3, 4), (0.125, 2, 2)],
      levelsOfDetail: (4, 0)),
  ]

  /// The tiles that a rectangle of a 1280 by 960 image needs at full resolution.
  private static func set(_ rect: [Double], tiles count: Double, first: (Double, Double))
    -> GoldenVector
  {
    GoldenVector(
      "K4 tiles of \(rect)",
      [
        .does("questionBegin", 1280, 960), set(.zoom, 1),
        set(.rect, rect[0], rect[1], rect[2], rect[3]), set(.prefetch, 0),
        answers([
          Place.visible: count, Place.firstTile: first.0, Place.firstTile + 1: first.1,
        ]),
      ])
  }

  private static let visibleSets = [
    set([0, 0, 256, 256], tiles: 1, first: (0, 0)),
    set([0, 0, 257, 256], tiles: 2, first: (0, 0)),
    set([1024, 768, 256, 192], tiles: 1, first: (4, 3)),
    GoldenVector(
      "K4 a rectangle outside, and one without size",
      [
        .does("questionBegin", 1280, 960), set(.zoom, 1),
        set(.rect, 2000, 0, 10, 10), .refuses("questionAnswer"),
        set(.rect, 0, 0, 0, 10), .refuses("questionAnswer"),
        set(.rect, 0, 0, -5, 10), .refuses("questionAnswer"),
      ]),
  ]

  private static func pick(zoom: Double, devicePixelRatio: Double = 1, is reduction: Double)
    -> [Step]
  {
    ask(
      4096, 4096, zoom: zoom, levelsOfDetail: (4, 0), devicePixelRatio: devicePixelRatio)
      + [answers([Place.reduction: reduction])]
  }

  private static let picks = [
    GoldenVector(
      "K5 level for a zoom scale",
      pick(zoom: 1, is: 0) + pick(zoom: 0.51, is: 0) + pick(zoom: 0.5, is: 1)
        + pick(zoom: 0.26, is: 1) + pick(zoom: 0.25, is: 2) + pick(zoom: 0.01, is: 3)
        + pick(zoom: 2, is: 0) + pick(zoom: 0.5, devicePixelRatio: 2, is: 0))
  ]
  /// What a page's list of tiles begins with: the level and its first tile, after six of the level.
  private static func lists(_ set: TileSet, reduction: Double, first: (Double, Double)) -> Step {
    .shows("tiles", [0, 0, Double(set.rawValue), 0, 256], [0: reduction, 6: first.0, 7: first.1])
  }

  private static let goals = [
    GoldenVector(
      "K6 the tiles of where an animation will end",
      [
        .open(4096, 4096, in: 512, 512), .limits(0.1, 2), .zoom(1), .offset(0, 0),
        lists(.goal, reduction: 0, first: (0, 0)), .does("setContentOffset", 0, 1024, 512, 1),
        lists(.visible, reduction: 0, first: (0, 0)), lists(.goal, reduction: 0, first: (4, 2)),
      ], Step.frames(1),
      [
        lists(.visible, reduction: 0, first: (4, 2)), .does("setZoomScale", 0, 0.25, .nan, .nan, 1),
        lists(.visible, reduction: 0, first: (4, 2)), lists(.goal, reduction: 2, first: (1, 0)),
      ])
  ]
}
