import ByteText
package import ImageRequest
package import TileGeometry
package import TileViewport

/// The calculator's answer with its lists of tiles, as HTTP and command line give it.
package struct ViewAnswer: Sendable {
  package let view: TileView
  package let tiles: [PlacedTile]
  package let placeholderLevel: Level
  package let placeholder: [PlacedTile]
  package let prefetch: [PlacedTile]

  package init(_ request: ViewRequest) throws(ViewRequestError) {
    view = try request.answer()
    let underneath = view.placeholder
    let around = view.prefetch(rings: request.question.prefetch)
    tiles = view.list(view.visible, of: view.level)
    placeholderLevel = underneath.level
    placeholder = view.list(underneath.tiles, of: underneath.level)
    prefetch = view.list(around, leavingOut: view.visible, of: view.level)
  }

  /// The answer as JSON.
  ///
  /// - Parameters:
  ///   - id: the image's identifier; nil where there is none.
  ///   - version: the image's version, likewise.
  ///   - url: a tile's address to load it from, likewise.
  /// - Returns: one line without an end.
  package func json(id: String?, version: String?, url: (TileAddress) -> String?) -> String {
    let viewport = view.viewport
    var json = JSONWriter()
    json.object { json in
      json.key("id")
      json.string(id)
      json.key("version")
      json.string(version)
      json.scrolled(viewport)
      json.key("contentInset")
      json.insets(viewport.contentInset)
      json.key("adjustedContentInset")
      json.insets(viewport.adjustedContentInset)
      json.key("visibleRect")
      json.rect(view.visibleRect)
      json.key("level")
      json.level(view.level)
      json.key("tiles")
      put(tiles, of: view.level, namesLevel: false, url, &json)
      json.key("placeholder")
      put(placeholder, of: placeholderLevel, namesLevel: true, url, &json)
      json.key("prefetch")
      put(prefetch, of: view.level, namesLevel: false, url, &json)
    }
    return json.text
  }

  private func put(
    _ tiles: [PlacedTile], of level: Level, namesLevel: Bool, _ url: (TileAddress) -> String?,
    _ json: inout JSONWriter
  ) {
    json.array { json in
      for tile in tiles {
        let source = view.source(column: tile.column, row: tile.row, of: level)
        json.object { json in
          let address = TileAddress(
            reduction: level.reduction, column: tile.column, row: tile.row)
          if namesLevel { json.reduction(of: address) }
          json.tile(address, url(address), source: source, frame: view.frame(of: source))
        }
      }
    }
  }
}

extension ViewRequest {
  /// The view that was asked for, with its tiles.
  package func placed() throws(RequestProblem) -> ViewAnswer {
    do {
      return try ViewAnswer(self)
    } catch {
      throw .malformed(error.reason(naming: \.queryName))
    }
  }
}

extension TileView {
  fileprivate func list(
    _ span: TileSpan, leavingOut hole: TileSpan = .empty, of level: Level
  ) -> [PlacedTile] {
    var tiles = [PlacedTile](repeating: .none, count: Int(span.count))
    var room = tiles.mutableSpan
    let count = write(span, leavingOut: hole, of: level, to: &room)
    tiles.removeLast(tiles.count - count)
    return tiles
  }
}

extension JSONWriter {
  fileprivate mutating func insets(_ insets: EdgeInsets) {
    numbers(insets.top, insets.left, insets.bottom, insets.right)
  }
}
