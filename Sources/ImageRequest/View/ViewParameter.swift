import TileViewport

/// A parameter of the viewport calculator, as it is called over HTTP and on the command line.
package enum ViewParameter: CaseIterable, Equatable, Sendable {
  case content, bounds, zoom, offset, rect, center, inset, devicePixelRatio
  case levelsOfDetail, levelsOfDetailBias, biasRule, tileSize, levelRule
  case minimumZoom, maximumZoom, prefetch, fitting, centering

  package var queryName: String {
    switch self {
    case .content: "content"
    case .bounds: "bounds"
    case .zoom: "zoom"
    case .offset: "offset"
    case .rect: "rect"
    case .center: "center"
    case .inset: "inset"
    case .devicePixelRatio: "dpr"
    case .levelsOfDetail: "levelsOfDetail"
    case .levelsOfDetailBias: "levelsOfDetailBias"
    case .biasRule: "biasRule"
    case .tileSize: "tileSize"
    case .levelRule: "levelRule"
    case .minimumZoom: "minimumZoom"
    case .maximumZoom: "maximumZoom"
    case .prefetch: "prefetch"
    case .fitting: "fit"
    case .centering: "centering"
    }
  }

  package var flagName: String {
    switch self {
    case .levelsOfDetail: "levels-of-detail"
    case .levelsOfDetailBias: "bias"
    case .biasRule: "bias-rule"
    case .tileSize: "tile-size"
    case .levelRule: "level-rule"
    case .minimumZoom: "minimum-zoom"
    case .maximumZoom: "maximum-zoom"
    case .content, .bounds, .zoom, .offset, .rect, .center, .inset, .devicePixelRatio, .prefetch,
      .fitting, .centering:
      queryName
    }
  }

  /// What a value may be, as the end of a sentence that says what it must be.
  package var allowed: String {
    switch self {
    case .content: "a width and height like 3000x2000, whole pixels from 1 to 2147483648"
    case .bounds:
      "a width and height like 320x460, in points from 0.000001 to 2147483648, so above 0"
    case .zoom, .minimumZoom, .maximumZoom: "a number above 0 and up to 65536"
    case .offset: "two numbers like 100,0, in points of scaled content"
    case .center: "two numbers like 640,480, in image pixels"
    case .rect: "four numbers like 0,0,640,480 in image pixels, with a width and height above 0"
    case .inset: "four numbers like 64,0,44,0: top, left, bottom, right, in points"
    case .devicePixelRatio: "a number from 0.1 to 16"
    case .levelsOfDetail: "a whole number from 1 to 48"
    case .levelsOfDetailBias: "a whole number from 0 to 16"
    case .levelRule: "fine or half"
    case .biasRule: "header or documentation"
    case .tileSize: "a whole number from 16 to 4096"
    case .prefetch: "a whole number from 0 to 64"
    case .fitting: "bounds, insets or page"
    case .centering: "true or false"
    }
  }

  init(_ parameter: ViewQuestion.Parameter) {
    self =
      switch parameter {
      case .content: .content
      case .bounds: .bounds
      case .zoom: .zoom
      case .offset: .offset
      case .rect: .rect
      case .center: .center
      case .inset: .inset
      case .devicePixelRatio: .devicePixelRatio
      case .levelsOfDetail: .levelsOfDetail
      case .levelsOfDetailBias: .levelsOfDetailBias
      case .tileSize: .tileSize
      case .minimumZoom: .minimumZoom
      case .maximumZoom: .maximumZoom
      case .prefetch: .prefetch
      }
  }
}
