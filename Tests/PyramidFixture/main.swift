import Encoding
import Foundation
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage
import TileGeometry

/// A program with two uses.
///
///     PyramidFixture write OUT WIDTH HEIGHT TILE KIND TILES [big]
///     PyramidFixture publish STORE SOURCE WIDTH HEIGHT [pause]
///
/// `write` takes the tile of a reduction, column and row from the file `TILES/r_c_row`. `publish`
/// cuts nothing: its tiles are grey pictures with a comment drawn from their address, and `pause`
/// microseconds pass between them.
enum Fixture {
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  static func run(_ words: [String]) throws {
    switch words.first {
    case "write" where words.count >= 7: try write(words)
    case "publish" where words.count >= 5: try publish(words)
    default: throw Refused(description: "see the head of this file for the usage")
    }
  }

  private static func path(_ text: String) throws -> FilePath {
    guard let path = FilePath(text) else { throw Refused(description: "an empty path") }
    return path
  }

  private static func ladder(_ width: String, _ height: String, tile: Int32) throws -> Ladder {
    guard let width = Int64(width), let height = Int64(height),
      let size = ImageSize(width: width, height: height), let tileSize = TileSize(tile)
    else { throw Refused(description: "a bad size") }
    return Ladder(imageSize: size, tileSize: tileSize)
  }

  private static func recipe(tile: Int32) throws -> PyramidRecipe {
    guard let tileSize = TileSize(tile), let recipe = PyramidRecipe(tileSize: tileSize) else {
      throw Refused(description: "a bad tile size")
    }
    return recipe
  }

  private static func write(_ words: [String]) throws {
    guard let tile = Int32(words[4]) else { throw Refused(description: "a bad tile size") }
    let kinds: [String: PyramidTiles] = [
      "jpeg-grey": .grayJPEG, "jpeg-420": .colorJPEG(.quartered),
      "jpeg-422": .colorJPEG(.halved), "jpeg-444": .colorJPEG(.full),
      "jpeg-444-420": .colorJPEG(.quartered),
      "webp": .webp(alpha: false), "webp-alpha": .webp(alpha: true),
      "deflate-1": .deflate(channels: 1), "deflate-2": .deflate(channels: 2),
      "deflate-3": .deflate(channels: 3), "deflate-4": .deflate(channels: 4),
    ]
    guard let tiles = kinds[words[5]] else { throw Refused(description: "kinds: \(kinds.keys)") }
    let layout = try PyramidLayout(
      ladder: try ladder(words[2], words[3], tile: tile), tiles: tiles,
      finestChroma: words[5] == "jpeg-444-420" ? .full : nil,
      description: PyramidDescription(
        version: "aaaaaaaaaaaaaaaa",
        source: PyramidDescription.Source(name: "drawn", size: 1, modified: 2),
        recipe: try recipe(tile: tile)), big: words.contains("big") ? true : nil)
    let publication = try FilePublication(of: try path(words[1]))
    let writer = try PyramidWriter(publication.temporaryPath, layout: layout)
    try forEachTile(of: layout.ladder) { address in
      let name = "\(address.reduction.exponent)_\(address.column)_\(address.row)"
      let tile = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(words[6])/\(name)")))
      try unsafe writer.append(tile.span.bytes, at: address)
    }
    _ = try writer.finish()
    try publication.publish()
  }

  private static func publish(_ words: [String]) throws {
    let source = try FileFolder.canonical(try path(words[2]))
    let recipe = try recipe(tile: 256)
    let version = PyramidVersion(
      path: source, status: try FileStatus.of(source), recipe: recipe)
    let store = try FolderStore(try path(words[1]), creating: true)
    guard case .writing(let publication) = try store.begin(version) else {
      print("present \(version)")
      return
    }
    let pause = words.count > 5 ? UInt32(words[5]) ?? 0 : 0
    let layout = try PyramidLayout(
      ladder: try ladder(words[3], words[4], tile: 256), tiles: .grayJPEG,
      description: PyramidDescription(
        version: version.text,
        source: PyramidDescription.Source(
          name: String(decoding: source.lastComponent, as: UTF8.self), size: 1, modified: 2),
        recipe: recipe))
    let writer = try PyramidWriter(publication.temporaryPath, layout: layout)
    let gray = [UInt8](repeating: 127, count: 256 * 256 * 4)
    let picture = try PictureEncoding.encodeJPEG(
      gray, width: 256, height: 256, isGray: true, quality: 80)
    // JPEG's comment marker and its length; every tile comes to 3000 bytes.
    let comment = 3000 - picture.count - 4
    let head: [UInt8] = [0xFF, 0xFE, UInt8((comment + 2) / 256), UInt8((comment + 2) % 256)]
    try forEachTile(of: layout.ladder) { address in
      let seed = Int(address.column) &* 7 &+ Int(address.row) &* 13
      let comment = (0..<comment).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }
      let tile = picture.prefix(2) + head + comment + picture.dropFirst(2)
      try unsafe writer.append(tile.span.bytes, at: address)
      if pause > 0 { usleep(pause) }
    }
    _ = try writer.finish()
    print("published \(try publication.publish())")
  }

  private static func forEachTile(
    of ladder: Ladder, _ body: (TileAddress) throws -> Void
  ) throws {
    for level in (0..<ladder.count).compactMap({ ladder.level(at: $0) }) {
      for row in 0..<level.rows {
        for column in 0..<level.columns {
          try body(TileAddress(reduction: level.reduction, column: column, row: row))
        }
      }
    }
  }
}

do {
  try Fixture.run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("PyramidFixture: \(error)\n".utf8))
  exit(1)
}
