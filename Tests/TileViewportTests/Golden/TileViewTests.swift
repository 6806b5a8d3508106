import SeededNumbers
import Testing
import TileGeometry
import TileViewport
import ViewportSamples

/// Vectors K, as far as views are concerned: the level that draws, the tiles that show.
@Suite struct TileViewTests {
  private func view(
    _ width: Int64, _ height: Int64, bounds: Size, zoom: Double = 1, offset: Point = .zero,
    ratio: Double = 1, levels: LevelsOfDetail? = nil
  ) throws -> TileView {
    let image = try #require(ImageSize(width: width, height: height))
    var viewport = Viewport(
      content: Size(width: Double(width), height: Double(height)), bounds: bounds, zoomScale: zoom,
      limits: ZoomLimits(minimum: 1e-9, maximum: 1e9), devicePixelRatio: ratio)
    viewport.setContentOffset(offset)
    let ladder =
      levels.map { Ladder(imageSize: image, tileSize: .standard, levelsOfDetail: $0) }
      ?? Ladder(imageSize: image, tileSize: .standard)
    return TileView(viewport: viewport, ladder: ladder)
  }

  /// Zoom, device pixels a point, reduction; the ladder ends at 4.
  @Test(
    arguments: [
      (1, 1, 0), (0.51, 1, 0), (0.5, 1, 1), (0.26, 1, 1), (0.25, 1, 2), (0.01, 1, 4), (2, 1, 0),
      (0.5, 2, 0), (0.25, 2, 1), (0.5000001, 1, 1), (0.51, 0.98, 1), (0.4999999, 1, 1),
    ] as [(Double, Double, Int32)])
  func `the level is the coarsest that is at least as fine as the screen`(
    zoom: Double, ratio: Double, reduction: Int32
  ) throws {
    let view = try view(4096, 4096, bounds: .screen, zoom: zoom, ratio: ratio)
    #expect(view.level.reduction.exponent == reduction)
  }

  @Test func `a bias gives levels for zooms above 1`() throws {
    let levels = try #require(LevelsOfDetail(count: 5, bias: 2))
    for (zoom, reduction) in [(8, -2), (3, -2), (2, -1), (1.5, -1), (1, 0), (0.01, 2)]
      as [(Double, Int32)]
    {
      let view = try view(4096, 4096, bounds: .screen, zoom: zoom, levels: levels)
      #expect(view.level.reduction.exponent == reduction)
    }
  }

  @Test func `a tile covers 64 to 1024 content points`() throws {
    let levels = try #require(LevelsOfDetail(count: 5, bias: 2))
    let view = try view(4096, 4096, bounds: .screen, levels: levels)
    let widths = (-2...2).map { exponent in
      view.source(
        column: 0, row: 0, of: view.ladder.level(Reduction(clamping: exponent))
      ).width
    }
    #expect(widths == [64, 128, 256, 512, 1024])
  }

  /// Offset, view size, first and end column, first and end row; the image is the guide's.
  @Test(
    arguments: [
      (0, 0, 256, 256, 0, 1, 0, 1), (0, 0, 257, 256, 0, 2, 0, 1), (1024, 768, 256, 192, 4, 5, 3, 4),
      (0, 0, 320, 460, 0, 2, 0, 2), (255, 255, 2, 2, 0, 2, 0, 2), (256, 256, 256, 256, 1, 2, 1, 2),
      (0, 0, 5000, 5000, 0, 5, 0, 4), (255.9999999, 0, 256, 256, 1, 2, 0, 1),
    ] as [(Double, Double, Double, Double, Int32, Int32, Int32, Int32)])
  func `the visible tiles are half-open and clipped`(
    x: Double, y: Double, width: Double, height: Double, firstColumn: Int32, endColumn: Int32,
    firstRow: Int32, endRow: Int32
  ) throws {
    let view = try view(
      1280, 960, bounds: Size(width: width, height: height), offset: Point(x: x, y: y))
    #expect(
      view.visible
        == TileSpan(
          firstColumn: firstColumn, endColumn: endColumn, firstRow: firstRow, endRow: endRow))
  }

  @Test(
    arguments: [
      Rect(x: 0, y: 0, width: 0, height: 10), Rect(x: 0, y: 0, width: 10, height: -10),
      Rect(x: 5000, y: 0, width: 10, height: 10), Rect(x: -20, y: 0, width: 20, height: 10),
      Rect(x: .nan, y: 0, width: .nan, height: 10),
    ])
  func `a rectangle of nothing touches no tile`(rect: Rect) throws {
    let view = try view(1280, 960, bounds: .screen)
    #expect(view.level.tiles(showing: rect).isEmpty)
  }

  @Test func `the placeholder is the finest level of at most four tiles`() throws {
    let view = try view(16384, 16384, bounds: Size(width: 2048, height: 1024))
    #expect(view.visible.count == 32)
    #expect(view.placeholder.level.reduction.exponent == 2)
    #expect(view.placeholder.tiles.count == 2)
    let small = try self.view(1280, 960, bounds: Size(width: 256, height: 256))
    #expect(small.placeholder.level.reduction.exponent == 0)
    let single = try self.view(
      16384, 16384, bounds: Size(width: 2048, height: 1024),
      levels: LevelsOfDetail(count: 1))
    #expect(single.placeholder.tiles.count == 32)
  }

  @Test func `prefetch rings stay on the image`() throws {
    let view = try view(
      1280, 960, bounds: Size(width: 256, height: 256), offset: Point(x: 256, y: 0))
    #expect(view.prefetch(rings: 0) == view.visible)
    #expect(
      view.prefetch(rings: 1)
        == TileSpan(firstColumn: 0, endColumn: 3, firstRow: 0, endRow: 2))
    #expect(view.prefetch(rings: 64) == view.level.allTiles)
  }

  @Test func `a tile's frame is its image rectangle times zoom, less the offset`() throws {
    let view = try view(
      1280, 960, bounds: .screen, zoom: 0.5, offset: Point(x: 100, y: 10))
    #expect(view.level.reduction.exponent == 1)
    let source = view.source(column: 2, row: 1, of: view.level)
    #expect(source == Rect(x: 1024, y: 512, width: 256, height: 448))
    #expect(view.frame(of: source) == Rect(x: 412, y: 246, width: 128, height: 224))
  }

  @Test func `neighbours share their device pixel`() throws {
    var random = SplitMix(seed: 11)
    for _ in 0..<500 {
      let view = try view(
        5000, 4000, bounds: .screen, zoom: random.double(0.1...3),
        offset: Point(x: random.double(0...9000), y: random.double(0...9000)),
        ratio: random.double(1...3))
      let grid = DeviceGrid(view.viewport)
      let source = view.source(column: 1, row: 1, of: view.level)
      let left = view.source(column: 0, row: 0, of: view.level)
      #expect(grid.x(left.maxX) == grid.x(source.x))
      #expect(grid.y(left.maxY) == grid.y(source.y))
      #expect(grid.x(source.x) == grid.x(source.x).rounded())
    }
  }
}
