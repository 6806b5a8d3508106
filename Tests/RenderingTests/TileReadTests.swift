import Caching
import Decoding
import Encoding
import Foundation
import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import PyramidSamples
import Synchronization
import Testing
import TileDecodingInProcess
import TileGeometry

@testable import Rendering

@Suite("What a picture reads")
struct TileReadTests {
  /// A pyramid of two by two tiles of 64 pixels, written and opened again.
  private static func pyramid() throws -> (Pyramid, CountingSource) {
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
    let source = CountingSource(MemorySource([UInt8](try Data(contentsOf: URL(filePath: path)))))
    return (try Pyramid(source), source)
  }

  private struct Case: CustomStringConvertible, Sendable {
    let description: String
    var size = (Int64(53), Int64(47))
    var isMirrored = false
    var degrees = 0.0
    var quality = ImageQuality.color
    var paddedSide: Int32 = 0
  }

  private static let cases = [
    Case(description: "scaled"),
    Case(description: "mirrored", isMirrored: true),
    Case(description: "turned", degrees: 90),
    Case(description: "grey and turned", degrees: 270, quality: .gray),
    Case(description: "filled up to an odd side", paddedSide: 61),
    Case(description: "of even sides, mirrored", size: (54, 48), isMirrored: true, degrees: 180),
  ]

  @Test(
    "A picture of odd size reads each of its tiles once, however it is turned", arguments: cases)
  private func readsOnce(_ wanted: Case) throws {
    let (pyramid, source) = try Self.pyramid()
    var plan = ImagePlan(
      region: PixelRect(x: 20, y: 20, width: 90, height: 80),
      size: PixelSize(width: wanted.size.0, height: wanted.size.1), quality: wanted.quality,
      format: .jpeg)
    plan.isMirrored = wanted.isMirrored
    plan.rotation = try #require(Rotation(degrees: wanted.degrees))
    plan.paddedSide = wanted.paddedSide
    let renderer = Renderer(
      tileCache: ByteBudget(bytes: 0), quality: 75, decoder: InProcessTileDecoder())
    // Tables come first, once.
    _ = try renderer.render(plan, of: RenderSource(pyramid: pyramid, key: 1)) { false }
    source.count.store(0, ordering: .relaxed)
    let picture = try renderer.render(plan, of: RenderSource(pyramid: pyramid, key: 1)) { false }
    #expect(source.count.load(ordering: .relaxed) == 4)

    let isOnSide = wanted.degrees == 90 || wanted.degrees == 270
    let sides = isOnSide ? (wanted.size.1, wanted.size.0) : wanted.size
    let width = wanted.paddedSide > 0 ? Int(wanted.paddedSide) : Int(sides.0)
    let height = wanted.paddedSide > 0 ? Int(wanted.paddedSide) : Int(sides.1)
    let pixels = try PictureDecoding.decodeJPEG(picture, width: width, height: height, shrink: 1)
    // The darkest tile is where the mirror and the turn leave it.
    let corner = (
      x: wanted.isMirrored != (wanted.degrees == 90 || wanted.degrees == 180) ? width - 4 : 3,
      y: wanted.degrees == 180 || wanted.degrees == 270 ? height - 4 : 3
    )
    let green = Int(pixels[(corner.y * width + corner.x) * 4 + 1])
    #expect(abs(green - (wanted.quality == .gray ? 60 : 43)) < 8)
  }
}

/// Bytes that know how often they were asked for.
private final class CountingSource: ByteSource {
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
