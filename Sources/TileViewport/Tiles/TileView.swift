#if canImport(TileGeometry)
  package import TileGeometry
#endif

/// A view of a tiled image: which level draws it, and with which tiles.
package struct TileView: Equatable, Sendable {
  package let viewport: Viewport
  package let ladder: Ladder
  package let level: Level
  /// Image pixels that show, clipped to the image.
  package let visibleRect: Rect
  /// The tiles of ``level`` that cover what shows.
  package let visible: TileSpan

  package init(viewport: Viewport, ladder: Ladder, levelRule: Ladder.Rule = .fineEnough) {
    self.viewport = viewport
    self.ladder = ladder
    self.level = ladder.level(
      ladder.reduction(forScale: viewport.zoomScale * viewport.devicePixelRatio, rule: levelRule))
    self.visibleRect = viewport.visibleRect
    self.visible = level.tiles(showing: visibleRect)
  }

  /// The finest level, no finer than the one that draws, at which at most four tiles show it all:
  /// what to draw underneath until the rest is there.
  package var placeholder: (level: Level, tiles: TileSpan) {
    var candidate = level
    while true {
      let tiles = candidate.tiles(showing: visibleRect)
      guard tiles.count > 4, candidate.reduction < ladder.coarsest,
        let coarser = candidate.reduction.coarser
      else { return (candidate, tiles) }
      candidate = ladder.level(coarser)
    }
  }

  /// The visible tiles and so many rings around them.
  package func prefetch(rings: Int32) -> TileSpan { visible.widened(by: rings, within: level) }

  /// Writes the addresses of a block's tiles, the nearest to the middle of what shows first.
  ///
  /// Nearness is the distance between the middle of the tile, cropped at the image's edge, and
  /// that of ``visibleRect``; ties go by row, then by column.
  ///
  /// - Parameters:
  ///   - span: tiles of `level`.
  ///   - hole: tiles to leave out.
  ///   - level: the level they are of.
  ///   - output: room for them all.
  /// - Returns: how many were written; as many as fit, when the room is too small.
  package func write(
    _ span: TileSpan, leavingOut hole: TileSpan = .empty, of level: Level,
    to output: inout MutableSpan<PlacedTile>
  ) -> Int {
    let center = visibleRect.center
    var count = 0
    var row = span.firstRow
    while row < span.endRow {
      let vertical = level.run(Int64(row), of: ladder.imageSize.height)
      let dy = (vertical.start + vertical.end) / 2 - center.y
      var column = span.firstColumn
      while column < span.endColumn {
        if count == output.count { break }
        if !hole.contains(column: column, row: row) {
          let horizontal = level.run(Int64(column), of: ladder.imageSize.width)
          let dx = (horizontal.start + horizontal.end) / 2 - center.x
          output[count] = PlacedTile(column: column, row: row, distance: dx * dx + dy * dy)
          count += 1
        }
        column += 1
      }
      row += 1
    }
    CenterFirst.sort(&output, count: count)
    return count
  }

  /// What a tile shows, in image pixels.
  package func source(column: Int32, row: Int32, of level: Level) -> Rect {
    let x = level.run(Int64(column), of: ladder.imageSize.width)
    let y = level.run(Int64(row), of: ladder.imageSize.height)
    return Rect(x: x.start, y: y.start, width: x.end - x.start, height: y.end - y.start)
  }

  /// Where a tile is drawn, in view points.
  package func frame(of source: Rect) -> Rect {
    let zoom = viewport.zoomScale
    return Rect(
      x: source.x * zoom - viewport.contentOffset.x, y: source.y * zoom - viewport.contentOffset.y,
      width: source.width * zoom, height: source.height * zoom)
  }
}

extension Level {
  /// The stretch of image pixels that a tile's column, or row, covers.
  func run(_ index: Int64, of length: Int64) -> (start: Double, end: Double) {
    let step = Double(tileSize.side) * reduction.pixelWidth
    let start = Double(index) * step
    return (start, min(start + step, Double(length)))
  }

  /// The tiles that a rectangle of image pixels touches.
  ///
  /// A rectangle that passes a tile line by less than a millionth of a level pixel doesn't touch
  /// the tile behind: that is rounding, and would ask for a row that shows nothing.
  package func tiles(showing rect: Rect) -> TileSpan {
    guard !rect.isEmpty else { return .empty }
    let slack = 1e-6
    let left = Self.pixel((rect.x * scale + slack).rounded(.down))
    let top = Self.pixel((rect.y * scale + slack).rounded(.down))
    let right = Self.pixel((rect.maxX * scale - slack).rounded(.up))
    let bottom = Self.pixel((rect.maxY * scale - slack).rounded(.up))
    return tiles(
      touching: PixelRect(
        x: left, y: top, width: max(1, right - left), height: max(1, bottom - top)))
  }

  private static func pixel(_ value: Double) -> Int64 {
    // 2^53 is beyond any level, and safe to convert.
    Int64(min(max(value, -0x1p53), 0x1p53))
  }
}
