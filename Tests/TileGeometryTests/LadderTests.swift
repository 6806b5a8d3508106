import Testing
import TileGeometry

/// Vectors K of the viewport specification, and what must hold for every ladder.
@Suite struct LadderTests {
  static func image(_ width: Int64, _ height: Int64) throws -> ImageSize {
    try #require(ImageSize(width: width, height: height))
  }

  static func scales(_ ladder: Ladder) -> [Double] {
    (0..<ladder.count).compactMap { ladder.level(at: $0)?.scale }
  }

  @Test(
    arguments: [
      (5, 2, [4, 2, 1, 0.5, 0.25]), (4, 0, [1, 0.5, 0.25, 0.125]), (1, 0, [1]),
      (4, 3, [8, 4, 2, 1]),
    ] as [(Int32, Int32, [Double])])
  func `the bias is taken out of levelsOfDetail`(count: Int32, bias: Int32, expected: [Double])
    throws
  {
    let levels = try #require(LevelsOfDetail(count: count, bias: bias))
    let ladder = Ladder(
      imageSize: try Self.image(4096, 4096), tileSize: .standard, levelsOfDetail: levels)
    #expect(Self.scales(ladder) == expected)
  }

  @Test func `the other reading adds the bias to the count`() throws {
    let levels = try #require(LevelsOfDetail(count: 1, bias: 3, rule: .addedToCount))
    let ladder = Ladder(
      imageSize: try Self.image(512, 512), tileSize: .standard, levelsOfDetail: levels)
    #expect(Self.scales(ladder) == [8, 4, 2, 1])
  }

  @Test func `levels stop before a side falls below one pixel`() throws {
    let levels = try #require(LevelsOfDetail(count: 20))
    let ladder = Ladder(
      imageSize: try Self.image(460, 320), tileSize: .standard, levelsOfDetail: levels)
    #expect(ladder.count == 9)
    #expect(Self.scales(ladder).last == 1.0 / 256)
  }

  @Test(arguments: [(0, 0), (49, 0), (1, -1), (1, 17)] as [(Int32, Int32)])
  func `levels of detail outside their bounds are refused`(count: Int32, bias: Int32) {
    #expect(LevelsOfDetail(count: count, bias: bias) == nil)
  }

  /// Image, reduction, level size, grid.
  @Test(
    arguments: [
      (460, 320, -2, 1840, 1280, 8, 5), (460, 320, -1, 920, 640, 4, 3),
      (460, 320, 0, 460, 320, 2, 2),
      (460, 320, 1, 230, 160, 1, 1), (460, 320, 2, 115, 80, 1, 1),
      (3600, 2400, 0, 3600, 2400, 15, 10), (3600, 2400, 1, 1800, 1200, 8, 5),
      (3600, 2400, 2, 900, 600, 4, 3), (3600, 2400, 3, 450, 300, 2, 2),
      (2560, 3840, 0, 2560, 3840, 10, 15), (2560, 3840, 1, 1280, 1920, 5, 8),
      (2560, 3840, 2, 640, 960, 3, 4), (2560, 3840, 3, 320, 480, 2, 2),
      (3001, 2003, 1, 1501, 1002, 6, 4), (1, 1, 5, 1, 1, 1, 1),
      (1 << 31, 1 << 31, 31, 1, 1, 1, 1), (1 << 31, 3, 30, 2, 1, 1, 1),
    ] as [(Int64, Int64, Int32, Int64, Int64, Int32, Int32)])
  func `levels round up and tiles cover them`(
    width: Int64, height: Int64, reduction: Int32, levelWidth: Int64, levelHeight: Int64,
    columns: Int32, rows: Int32
  ) throws {
    let level = Level(
      of: try Self.image(width, height), reduction: try #require(Reduction(reduction)),
      tileSize: .standard)
    #expect(level.size == PixelSize(width: levelWidth, height: levelHeight))
    #expect(level.columns == columns)
    #expect(level.rows == rows)
  }

  @Test(
    arguments: [(0, 1), (1, 0), (-1, 5), ((1 << 31) + 1, 1), (1, Int64.max)] as [(Int64, Int64)])
  func `sizes outside 1 to 2^31 are refused`(width: Int64, height: Int64) {
    #expect(ImageSize(width: width, height: height) == nil)
  }

  @Test func `the ladder ends at the first level that fits one tile`() throws {
    #expect(Ladder(imageSize: try Self.image(256, 256), tileSize: .standard).count == 1)
    #expect(Ladder(imageSize: try Self.image(257, 1), tileSize: .standard).count == 2)
    #expect(Ladder(imageSize: try Self.image(1 << 31, 1), tileSize: .standard).count == 24)
    #expect(Ladder(imageSize: try Self.image(1025, 1025), tileSize: .large).count == 3)
  }

  /// Zoom times device pixel ratio, bias, the level's scale.
  @Test(
    arguments: [
      (1, 0, 1), (0.51, 0, 1), (0.5, 0, 0.5), (0.26, 0, 0.5), (0.25, 0, 0.25), (0.01, 0, 0.0625),
      (2, 0, 1), (2, 1, 2), (3, 2, 4), (0.5000001, 0, 0.5), (0.500001, 0, 1), (1e-300, 0, 0.0625),
      (.infinity, 0, 1), (.nan, 0, 0.0625), (.leastNonzeroMagnitude, 0, 0.0625),
    ] as [(Double, Int32, Double)])
  func `the level is the coarsest that is fine enough`(scale: Double, bias: Int32, expected: Double)
    throws
  {
    let levels = try #require(LevelsOfDetail(count: 5 + bias, bias: bias))
    let ladder = Ladder(
      imageSize: try Self.image(4096, 4096), tileSize: .standard, levelsOfDetail: levels)
    #expect(ladder.reduction(forScale: scale).scale == expected)
  }

  /// The two rules differ at exact powers of two only.
  @Test(
    arguments: [
      (1, 1), (0.51, 1), (0.5, 1), (0.49, 0.5), (0.26, 0.5), (0.25, 0.5), (0.24, 0.25), (2, 1),
    ] as [(Double, Double)])
  func `half a device pixel is enough for the other rule`(scale: Double, expected: Double) throws {
    let ladder = Ladder(imageSize: try Self.image(4096, 4096), tileSize: .standard)
    #expect(ladder.reduction(forScale: scale, rule: .halfPixel).scale == expected)
  }

  /// Zoom, resolution, coarsest resolution; and what they become.
  @Test(
    arguments: [
      (0.5, 0, -8, 1, -1), (0.51, 0, -8, 0.51, 0), (0.25, 0, -8, 1, -2), (2.01, -2, -8, 0.5025, 0),
      (1.01, -1, -8, 0.505, 0), (0.1, 0, -2, 0.4, -2), (5, 0, -2, 5, 0),
    ] as [(Double, Int32, Int32, Double, Int32)])
  func `ScrollViewSuite changes resolution when a zoom ends`(
    zoom: Double, resolution: Int32, coarsest: Int32, newZoom: Double, newResolution: Int32
  ) {
    let changed = SuiteResolution(resolution, zoomScale: zoom).settled(coarsest: coarsest)
    #expect(abs(changed.zoomScale - newZoom) < 1e-12)
    #expect(changed.resolution == newResolution)
  }
}
