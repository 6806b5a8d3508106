import Posix
import PyramidFile
import PyramidFormat
import Testing
import TileGeometry

/// A pyramid gets its name only where its tiles begin as our cutter's do, whoever wrote it.
@Suite struct TileHeadsTests {
  /// What is said of a pyramid of one such tile; nil where it is taken.
  private func problem(_ tile: [UInt8], _ tiles: PyramidTiles) throws -> PyramidProblem? {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    let recipe = try #require(PyramidRecipe())
    let size = try #require(ImageSize(width: 100, height: 60))
    let layout = try PyramidLayout(
      ladder: Ladder(imageSize: size, tileSize: .standard), tiles: tiles,
      description: .sample(recipe))
    _ = try FileDescriptor.open(path, [.writing, .creating, .exclusive])
    let writer = try PyramidWriter(path, layout: layout)
    try unsafe writer.append(
      tile.span.bytes, at: TileAddress(reduction: .full, column: 0, row: 0))
    _ = try writer.finish()
    do {
      _ = try PyramidVerification.written(try LocalFile(path), as: .sample(recipe), of: size)
      return nil
    } catch let problem as PyramidProblem {
      return problem
    }
  }

  private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
  }

  /// A JPEG's head, with what each case changes.
  private static func jpeg(
    frame: UInt8 = 0xC0, bits: UInt8 = 8, width: Int = 256, height: Int = 256,
    sampling: [UInt8] = [0x22, 0x11, 0x11], scanned: Int = 3, spectral: [UInt8] = [0, 63, 0],
    before: [UInt8] = []
  ) -> [UInt8] {
    var body = [
      bits, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255),
    ]
    body.append(UInt8(sampling.count))
    for (index, factors) in sampling.enumerated() { body += [UInt8(index + 1), factors, 0] }
    var scan = [UInt8(scanned)]
    for index in 0..<scanned { scan += [UInt8(index + 1), 0] }
    let tables = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    return [0xFF, 0xD8] + tables + before + segment(frame, body)
      + segment(0xDA, scan + spectral) + [0x12, 0x34, 0xFF, 0xD9]
  }

  @Test(arguments: [
    (UInt8(0x22), ChromaSampling.quartered), (0x11, .full), (0x21, .halved), (0x12, .stacked),
  ])
  func `baseline tiles of the level's size and sampling are taken`(
    luma: UInt8, chroma: ChromaSampling
  ) throws {
    #expect(try problem(Self.jpeg(sampling: [luma, 0x11, 0x11]), .colorJPEG(chroma)) == nil)
    let other: ChromaSampling = chroma == .full ? .quartered : .full
    let found = try problem(Self.jpeg(sampling: [luma, 0x11, 0x11]), .colorJPEG(other))
    #expect(found?.kind == .tile)
  }

  @Test func `so are grey ones`() throws {
    #expect(try problem(Self.jpeg(sampling: [0x11], scanned: 1), .grayJPEG) == nil)
  }

  @Test(arguments: [
    ("progressive", jpeg(frame: 0xC2)), ("arithmetic", jpeg(frame: 0xC9)),
    ("of 12 bits", jpeg(bits: 12)), ("wider", jpeg(width: 257)), ("gigantic", jpeg(height: 65_535)),
    ("of a sampling that is never written", jpeg(sampling: [0x41, 0x11, 0x11])),
    ("with finer chroma", jpeg(sampling: [0x22, 0x22, 0x11])),
    ("of one component", jpeg(sampling: [0x11], scanned: 1)),
    ("of a scan for each component", jpeg(scanned: 1)),
    ("of a part of the coefficients", jpeg(spectral: [0, 5, 0])),
    (
      "of two frames",
      jpeg(before: segment(0xC0, [8, 1, 0, 1, 0, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]))
    ),
    ("with restarts", jpeg(before: segment(0xDD, [0, 1]))),
    ("without a scan", Array(jpeg().prefix(90))), ("no JPEG", [UInt8](repeating: 7, count: 100)),
    ("of two bytes", [0xFF, 0xD8]),
  ])
  func `a tile that our cutter never writes is not taken`(kind: String, tile: [UInt8]) throws {
    let found = try #require(try problem(tile, .colorJPEG(.quartered)), "\(kind)")
    #expect(found.kind == .tile)
  }

  /// A lossy WebP's head of a size.
  private static func webP(width: Int, height: Int) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [
      0, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A,
    ]
      + [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)]
  }

  @Test func `WebP tiles have the level's size, and don't move`() throws {
    let tiles = PyramidTiles.webp(alpha: false)
    #expect(try problem(Self.webP(width: 256, height: 256), tiles) == nil)
    #expect(try problem(Self.webP(width: 256, height: 255), tiles)?.kind == .tile)
    #expect(try problem(Self.webP(width: 16_383, height: 16_383), tiles)?.kind == .tile)
    #expect(try problem(Array(Self.webP(width: 256, height: 256).prefix(29)), tiles)?.kind == .tile)
    let canvas: [UInt8] = [255, 0, 0, 255, 0, 0]
    let extended = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0]
    #expect(try problem(extended + [0x10, 0, 0, 0] + canvas, tiles) == nil)
    #expect(try problem(extended + [0x12, 0, 0, 0] + canvas, tiles)?.kind == .tile)
  }
}
