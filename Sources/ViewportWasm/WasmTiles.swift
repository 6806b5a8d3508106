#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

private enum Scratch {
  nonisolated(unsafe) static var tiles = InlineArray<10_000, PlacedTile>(repeating: .none)
}

/// The tiles of a page, the nearest to the middle first.
///
/// Six doubles ahead: reduction, level width and height, columns, rows, tile size. Then ten a tile:
/// column, row; what it shows in image pixels, x, y, width, height; and where it is drawn, in
/// device pixels from the page's own corner, left, top, right, bottom. Those are whole numbers from
/// one rounding of the whole image, so that neighbours meet without a seam at any zoom.
///
/// - Parameters:
///   - slot: the viewer's.
///   - page: counted from 0; one of the pool.
///   - set: the number of a ``TileSet``.
///   - rings: of tiles around the visible ones to prefetch.
///   - tileSize: a tile's side in pixels.
/// - Returns: how many doubles were written, or why none.
@_expose(wasm, "tiles")
@_cdecl("pyramidion_tiles")
public func tiles(
  _ slot: Double, _ page: Double, _ set: Double, _ rings: Double, _ tileSize: Double
) -> Int32 {
  partTiles(slot, page, set, rings, tileSize, 0, 0, 0, 0, 0)
}

/// The tiles of an image that is a part of a page's content, as a book's page is of a spread; answered
/// as ``tiles(_:_:_:_:_:)`` has it.
///
/// - Parameters:
///   - slot: the viewer's.
///   - page: counted from 0; one of the pool.
///   - set: the number of a ``TileSet``.
///   - rings: of tiles around the visible ones to prefetch.
///   - tileSize: a tile's side in pixels.
///   - x: the content point at the image's top left corner.
///   - y: the same.
///   - scale: content points for each of the image's pixels; 0 for all of the content.
///   - width: of the image, in pixels.
///   - height: of the same.
/// - Returns: how many doubles were written, or why none.
@inline(never)
@_expose(wasm, "partTiles")
@_cdecl("pyramidion_partTiles")
public func partTiles(
  _ slot: Double, _ page: Double, _ set: Double, _ rings: Double, _ tileSize: Double, _ x: Double,
  _ y: Double, _ scale: Double, _ width: Double, _ height: Double
) -> Int32 {
  guard scale < .infinity, let page = whole(page), let number = whole(set),
    let set = TileSet(rawValue: number),
    let rings = whole(rings), ViewQuestion.prefetchBounds.contains(rings),
    let side = whole(tileSize), let tileSize = TileSize(side)
  else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  guard var viewport = unsafe album.pointee.viewport(ofPage: page) else { return Refused.badNumber }
  if set == .goal, unsafe page == album.pointee.activePage {
    viewport.move(to: unsafe album.pointee.page.scroll.restingGoal)
  }
  if scale > 0 {
    viewport.narrow(
      to: Size(width: width, height: height), at: Point(x: x, y: y), scale: scale)
  }
  guard let image = ImageSize(viewport.content) else { return Refused.badNumber }
  let view = TileView(
    viewport: viewport, ladder: Ladder(imageSize: image, tileSize: tileSize),
    levelRule: unsafe album.pointee.options.levelRule)
  let level: Level
  let span: TileSpan
  switch set {
  case .visible, .goal: (level, span) = (view.level, view.visible)
  case .placeholder: (level, span) = view.placeholder
  case .prefetch: (level, span) = (view.level, view.prefetch(rings: rings))
  }
  guard span.count <= ViewQuestion.maximumTiles else { return Refused.tooMany }
  Output.put(level.reduction.exponent)
  Output.put(Double(level.size.width))
  Output.put(Double(level.size.height))
  Output.put(level.columns)
  Output.put(level.rows)
  Output.put(level.tileSize.side)
  putTiles(
    of: view, span, leavingOut: set == .prefetch ? view.visible : .empty, of: level,
    in: .devicePixels)
  return Output.end
}

/// The frame in which a list says where its tiles are drawn.
enum TileFrame {
  /// Whole device pixels: left, top, right, bottom.
  case devicePixels
  /// View points: x, y, width, height.
  case viewPoints
}

/// Writes ten doubles a tile: column, row, what it shows in image pixels, where it is drawn.
func putTiles(
  of view: TileView, _ span: TileSpan, leavingOut hole: TileSpan, of level: Level,
  in frame: TileFrame
) {
  var room = unsafe Scratch.tiles.mutableSpan
  let count = view.write(span, leavingOut: hole, of: level, to: &room)
  let grid = DeviceGrid(view.viewport)
  for index in 0..<count {
    let tile = room[index]
    let source = view.source(column: tile.column, row: tile.row, of: level)
    // Device pixels are edges: the far ones stand where the size would.
    let place =
      frame == .viewPoints
      ? view.frame(of: source)
      : Rect(
        x: grid.x(source.x), y: grid.y(source.y), width: grid.x(source.maxX),
        height: grid.y(source.maxY))
    Output.put([
      Double(tile.column), Double(tile.row), source.x, source.y, source.width, source.height,
      place.x, place.y, place.width, place.height,
    ])
  }
}

extension ImageSize {
  /// The size of content that is an image; nil for other content.
  init?(_ size: Size) {
    guard let width = Int64(exactly: size.width), let height = Int64(exactly: size.height) else {
      return nil
    }
    self.init(width: width, height: height)
  }
}
