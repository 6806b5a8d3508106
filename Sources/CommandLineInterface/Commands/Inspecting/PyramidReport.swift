import Posix
import PyramidFile
import PyramidFormat
import TileGeometry

/// What `inspect --json` says of a pyramid; its keys are a promise.
struct PyramidReport: Encodable {
  struct Level: Encodable {
    let width: Int64
    let height: Int64
    let tileWidth: Int32
    let tileHeight: Int32
    let tiles: Int
    /// Of the tiles that are there.
    let bytes: Int64
    let missingTiles: Int
    let codec: String
    /// Null where the level is no power of two under the first, or rounded otherwise.
    @NullWhenNone var reduction: Int32?
    let checksums: Bool
  }

  let path: String
  /// What viewers call it; of what was looked up beneath a root.
  @NullWhenNone var id: String?
  let kind = "pyramid"
  let served: String
  let container: String
  let width: Int64
  let height: Int64
  let pages: Int
  let bytes: Int64
  let levels: [Level]
  /// Reductions that the ladder has and the file has not; they are rendered.
  let missingReductions: [Int32]
  let checksums: Bool
  @NullWhenNone var version: String?
  @NullWhenNone var source: String?
  @NullWhenNone var recipe: String?
  /// What the file carries along that is not served.
  let associated: [AssociatedReport]
  let warnings: [String]
  /// What is said of the picture.
  let statement: StatementReport
  /// In which its tiles are decoded, where they are not sent as they lie.
  let sandbox: SandboxReport
}

extension PyramidReport {
  /// Looks at every tile's place in the index.
  ///
  /// - Parameters:
  ///   - pyramid: what is served as it lies.
  ///   - image: what was asked about.
  ///   - sandbox: what its tiles are decoded in.
  /// - Throws: what keeps the index from being read.
  init(_ pyramid: Pyramid, of image: NamedImage, sandbox: SandboxReport) throws {
    var warnings = pyramid.warnings
    var levels: [Level] = []
    for (index, level) in pyramid.levels.enumerated() {
      var bytes: Int64 = 0
      var missing = 0
      for tile in 0..<level.tileCount {
        let column = Int32(tile % Int(level.columns))
        let row = Int32(tile / Int(level.columns))
        guard let place = try pyramid.locate(level: index, column: column, row: row) else {
          missing += 1
          continue
        }
        bytes += Int64(place.length)
      }
      let exact = (0..<pyramid.ladder.count).lazy
        .compactMap { pyramid.ladder.level(at: $0)?.reduction }
        .first { pyramid.storedLevel($0) == index }
      levels.append(
        Level(
          width: level.size.width, height: level.size.height, tileWidth: level.tileWidth,
          tileHeight: level.tileHeight, tiles: level.tileCount, bytes: bytes,
          missingTiles: missing, codec: Self.codec(level.facts), reduction: exact?.exponent,
          checksums: level.hasChecksums))
    }
    if pyramid.tileSize == nil {
      warnings.append(
        "its tiles are not squares of 16 to 4096 pixels: every tile is rendered")
    }
    if pyramid.profile == nil, let profile = try? pyramid.colorProfile(),
      profile.count > ColorProfile.longest
    {
      warnings.append(
        "its colour profile of \(profile.count) bytes is too long to be sent along: viewers take its"
          + " colours for sRGB")
    }
    let missing = (0..<pyramid.ladder.count).compactMap { index -> Int32? in
      guard let reduction = pyramid.ladder.level(at: index)?.reduction,
        pyramid.storedLevel(reduction) == nil
      else { return nil }
      return reduction.exponent
    }
    if !missing.isEmpty {
      warnings.append("\(missing.count) levels are missing or of another size: they are rendered")
    }
    self.path = image.file.path.description
    self.id = image.id
    self.served = missing.isEmpty ? "as it lies" : "as it lies, missing levels rendered"
    self.container =
      (pyramid.isBigTIFF ? "BigTIFF" : "TIFF")
      + (pyramid.isBigEndian ? ", big-endian" : ", little-endian")
    self.width = pyramid.imageSize.width
    self.height = pyramid.imageSize.height
    self.pages = pyramid.pageCount
    self.bytes = image.file.byteCount
    self.levels = levels
    self.missingReductions = missing
    self.checksums = pyramid.levels.allSatisfy(\.hasChecksums)
    self.version = pyramid.description?.version
    self.source = pyramid.description?.source.name
    self.recipe = pyramid.description?.recipe.canonicalText
    self.associated = pyramid.associated.map(AssociatedReport.init)
    self.warnings = warnings
    self.sandbox = sandbox
    self.statement = try StatementReport(image)
  }

  private static func codec(_ facts: TileFacts) -> String {
    var words = [facts.compression.description, facts.photometric.description]
    if let chroma = facts.subsampling { words.append(chroma.name) }
    if facts.alpha != .none { words.append("alpha") }
    if facts.hasSharedTables { words.append("shared tables") }
    return words.joined(separator: " ")
  }

  var text: String {
    var lines = [
      "\(path): a pyramid, served \(served)",
      "  \(container), \(width) x \(height) pixels, \(bytes) bytes, pages: \(pages)",
    ]
    if let source { lines.append("  cut from \(source)") }
    if let recipe, let version { lines.append("  version \(version), recipe \(recipe)") }
    lines.append("  checksums: \(checksums ? "a CRC-32C a tile and one of the index" : "none")")
    for level in levels {
      let place = level.reduction.map { "reduction \($0)" } ?? "between reductions"
      let gaps = level.missingTiles == 0 ? "" : ", \(level.missingTiles) missing"
      lines.append(
        "  \(place): \(level.width) x \(level.height), \(level.tiles) tiles of "
          + "\(level.tileWidth) x \(level.tileHeight)\(gaps), \(level.bytes) bytes, \(level.codec)")
    }
    lines += AssociatedReport.text(associated)
    lines += statement.text
    lines += warnings.map { "  note: \($0)" }
    lines.append("  \(sandbox.text)")
    return lines.joined(separator: "\n") + "\n"
  }
}
