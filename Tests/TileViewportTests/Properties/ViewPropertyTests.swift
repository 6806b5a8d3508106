import SeededNumbers
import Testing
import TileGeometry
import TileViewport
import ViewportSamples

/// What holds for every view of every image.
@Suite struct ViewPropertyTests {
  private func randomView(_ random: inout SplitMix) throws -> TileView {
    let image = try #require(
      ImageSize(width: Int64(random.int(1...30_000)), height: Int64(random.int(1...30_000))))
    var viewport = Viewport(
      content: Size(width: Double(image.width), height: Double(image.height)),
      bounds: Size(width: random.double(1...2500), height: random.double(1...2500)),
      limits: ZoomLimits(.standard), centersContent: random.bool(),
      devicePixelRatio: random.double(0.5...3))
    viewport.setZoomScale(random.double(0...1.5))
    viewport.setContentOffset(
      Point(x: random.double(-100...40_000), y: random.double(-100...40_000)))
    return TileView(
      viewport: viewport, ladder: Ladder(imageSize: image, tileSize: .standard))
  }

  @Test func `an anchored zoom keeps its anchor unless it is clamped`() throws {
    var random = SplitMix(seed: 3)
    var kept = 0
    for _ in 0..<5000 {
      var view = try randomView(&random).viewport
      let anchor = Point(
        x: random.double(0...view.bounds.width), y: random.double(0...view.bounds.height))
      let before = view.contentPoint(under: anchor)
      view.setZoomScale(view.zoomScale * random.double(0.3...3), anchor: anchor)
      #expect(view.isWithinRange && view.zoomRange.contains(view.zoomScale))
      for axis in [Axis.horizontal, .vertical] {
        let range = view.offsetRange(axis)
        let offset = view.contentOffset[axis]
        guard offset > range.minimum, offset < range.maximum else { continue }
        kept += 1
        #expect(nearlyEqual(view.contentPoint(under: anchor)[axis], before[axis]))
      }
    }
    #expect(kept > 1000)
  }

  @Test func `the visible tiles cover what shows, and none of them is idle`() throws {
    var random = SplitMix(seed: 4)
    for _ in 0..<3000 {
      let view = try randomView(&random)
      let seen = view.visibleRect
      let tiles = view.visible
      guard !tiles.isEmpty else { continue }
      let first = view.source(column: tiles.firstColumn, row: tiles.firstRow, of: view.level)
      let last = view.source(
        column: tiles.endColumn - 1, row: tiles.endRow - 1, of: view.level)
      let slack = 2e-6 * view.level.reduction.pixelWidth
      #expect(first.x <= seen.x + slack && first.y <= seen.y + slack)
      #expect(last.maxX >= seen.maxX - slack && last.maxY >= seen.maxY - slack)
      #expect(first.maxX > seen.x && first.maxY > seen.y)
      #expect(last.x < seen.maxX && last.y < seen.maxY)
      #expect(view.visible.columnCount <= view.level.allTiles.columnCount)
    }
  }

  @Test func `the tiles of a level have its area together`() throws {
    var random = SplitMix(seed: 6)
    for _ in 0..<200 {
      let level = try randomView(&random).level
      var area: Int64 = 0
      for row in 0..<level.rows {
        for column in 0..<level.columns {
          area += try #require(level.tileRect(column: column, row: row)).area
        }
      }
      #expect(area == level.size.area)
    }
  }

  @Test func `centre first is what sorting by distance, row and column gives`() throws {
    var random = SplitMix(seed: 8)
    for _ in 0..<400 {
      let view = try randomView(&random)
      let count = Int(view.visible.count)
      var tiles = [PlacedTile](repeating: .none, count: count)
      var span = tiles.mutableSpan
      let written = view.write(view.visible, of: view.level, to: &span)
      #expect(written == count)
      let naive = tiles.sorted {
        ($0.distance, $0.row, $0.column) < ($1.distance, $1.row, $1.column)
      }
      #expect(tiles == naive)
      let places = Set(tiles.map { TileAddress(reduction: .full, column: $0.column, row: $0.row) })
      #expect(places.count == count)
      #expect(tiles.allSatisfy { view.visible.contains(column: $0.column, row: $0.row) })
    }
  }

  @Test func `asking never changes anything`() throws {
    var random = SplitMix(seed: 9)
    for _ in 0..<1000 {
      let view = try randomView(&random)
      let before = view.viewport
      _ = before.goal(zoomScale: 3, anchor: .zero)
      _ = before.offset(showing: Rect(x: 9, y: 9, width: 99, height: 99))
      _ = before.indicators(insets: .zero)
      _ = view.placeholder
      #expect(view.viewport == before)
      #expect(TileView(viewport: before, ladder: view.ladder) == view)
    }
  }
}
