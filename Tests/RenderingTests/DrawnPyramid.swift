import Encoding
import Foundation
import Posix
import PyramidFile
import PyramidFormat
import PyramidSamples
import Synchronization
import Testing
import TileGeometry

/// A pyramid of tiles of 64 pixels a side, each of one color, written and read again.
enum DrawnPyramid {
  /// Two by two tiles, and one that shows all of them.
  ///
  /// - Parameter change: changes the file's bytes before they are read.
  /// - Returns: the pyramid, and its bytes, which know how often they were asked for.
  /// - Throws: what keeps it from being written.
  static func make(
    _ change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> (Pyramid, CountingSource) {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("pyramidion-\(UUID().uuidString).tif").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let name = try #require(FilePath(path))
    let tileSize = try #require(TileSize(64))
    let layout = try PyramidLayout(
      ladder: Ladder(
        imageSize: try #require(ImageSize(width: 128, height: 128)), tileSize: tileSize),
      tiles: .colorJPEG(.quartered),
      description: PyramidDescription(
        version: "aaaaaaaaaaaaaaaa",
        source: PyramidDescription.Source(name: "drawn", size: 1, modified: 2),
        recipe: try #require(PyramidRecipe(tileSize: tileSize))))
    _ = try FileDescriptor.open(name, [.writing, .creating, .exclusive])
    let writer = try PyramidWriter(name, layout: layout)
    for (reduction, count) in [
      (Reduction.full, Int32(2)), (try #require(Reduction.full.coarser), 1),
    ] {
      for (column, row) in (0..<count * count).map({ ($0 % count, $0 / count) }) {
        let tile = try PictureEncoding.encodeJPEGPlanes(
          [
            [UInt8](repeating: UInt8(60 + 40 * column + 70 * row), count: 64 * 64),
            [UInt8](repeating: 90, count: 32 * 32), [UInt8](repeating: 170, count: 32 * 32),
          ], width: 64, height: 64, sampling: .quartered, quality: 90)
        try unsafe writer.append(
          tile.span.bytes, at: TileAddress(reduction: reduction, column: column, row: row))
      }
    }
    _ = try writer.finish()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    change(&bytes)
    let source = CountingSource(MemorySource(bytes))
    return (try Pyramid(source), source)
  }
}

/// Bytes that know how often they were asked for.
final class CountingSource: ByteSource {
  let count = Atomic(0)
  private let bytes: MemorySource

  init(_ bytes: MemorySource) { self.bytes = bytes }

  var byteCount: Int64 { bytes.byteCount }
  var name: String { bytes.name }

  func read(at offset: Int64, into buffer: inout MutableRawSpan) throws(ByteSourceError) -> Int {
    count.add(1, ordering: .relaxed)
    return try bytes.read(at: offset, into: &buffer)
  }
}
