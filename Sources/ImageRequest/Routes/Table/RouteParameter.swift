/// What stands in braces in the paths of ``RouteTable``, by its name there.
package enum RouteParameter: String, CaseIterable, Sendable {
  /// The image's path below the root: encoded as one part, or with plain slashes.
  case id
  /// A file of the viewer.
  case file
  /// Of the IIIF APIs.
  case version
  /// Of the IIIF Content Search API.
  case searchVersion
  case region, size, rotation, quality, iiifFormat
  case reduction, level, group, tier
  case column, row
  /// Of web maps.
  case z, x, y
  /// Of a book: the number of a page or of an entry of the outline, from 1.
  case page, entry
  /// Of tiles.
  case format

  /// Values as addresses have them.
  package var examples: [String] {
    switch self {
    case .id: ["a.jpg", "folder/a.jpg", "folder%2Fbook.tif;12"]
    case .file: ["app.js"]
    case .version: ["2", "3"]
    case .searchVersion: ["1", "2"]
    case .region: ["full", "square", "0,0,256,256", "pct:0,0,50,50"]
    case .size: ["max", "256,", ",256", "!256,256"]
    case .rotation: ["0", "90", "!22.5"]
    case .quality: ["default", "color", "gray", "bitonal"]
    case .iiifFormat: ["jpg", "png", "webp", "avif", "gif", "tif"]
    case .reduction: ["0", "3", "-1"]
    case .level, .group, .tier, .column, .row, .z, .x, .y: ["0", "7"]
    case .page, .entry: ["1", "1321"]
    case .format: ["jpg", "png", "webp", "avif"]
    }
  }
}
