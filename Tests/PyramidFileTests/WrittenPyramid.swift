import Foundation
import Posix
import PyramidFile
import PyramidFormat
import TileGeometry

/// A folder of a test's own, gone when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("pyramidion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    guard let path = FilePath(url.path) else { throw Errno.invalidArgument }
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path.description) }

  func file(_ name: String) throws -> FilePath {
    guard let name = FileName(name) else { throw Errno.invalidArgument }
    return path.appending(name)
  }
}

extension PyramidDescription {
  static func sample(_ recipe: PyramidRecipe) -> PyramidDescription {
    PyramidDescription(
      version: "abcdefghijklmnop",
      source: Source(name: "ünusual \"name\".jpg", page: 2, size: 4711, modified: 99),
      recipe: recipe)
  }
}

/// Writes a pyramid of tiles that are only bytes, `length` of them the address' own.
func writePyramid(
  _ path: FilePath, width: Int64, height: Int64, tiles: PyramidTiles = .colorJPEG(.quartered),
  big: Bool? = nil, length: (TileAddress) -> Int = { _ in 10 }
) throws -> PyramidLayout {
  guard let size = ImageSize(width: width, height: height),
    let recipe = PyramidRecipe(base: .encoded)
  else {
    throw Errno.invalidArgument
  }
  let layout = try PyramidLayout(
    ladder: Ladder(imageSize: size, tileSize: .standard), tiles: tiles,
    description: .sample(recipe), big: big)
  _ = try FileDescriptor.open(path, [.writing, .creating, .exclusive])
  let writer = try PyramidWriter(path, layout: layout)
  // Coarse levels first and columns before rows: any order is as good.
  for address in addresses(of: layout.ladder).reversed() {
    let tile = tileBytes(address, length(address))
    try unsafe writer.append(tile.span.bytes, at: address)
  }
  _ = try writer.finish()
  return layout
}

func addresses(of ladder: Ladder) -> [TileAddress] {
  (0..<ladder.count).compactMap { ladder.level(at: $0) }.flatMap { level in
    (0..<level.columns).flatMap { column in
      (0..<level.rows).map {
        TileAddress(reduction: level.reduction, column: column, row: $0)
      }
    }
  }
}

func tileBytes(_ address: TileAddress, _ length: Int) -> [UInt8] {
  (0..<length).map {
    UInt8(
      truncatingIfNeeded: $0 &* 31 &+ Int(address.column) &* 7 &+ Int(address.row) &* 13
        &+ Int(address.reduction.exponent) &* 101)
  }
}
