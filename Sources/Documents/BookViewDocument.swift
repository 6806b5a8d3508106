package import Books
import ByteText
package import ImageRequest
package import TileGeometry
package import TileViewport

/// The calculator's answer over a book: what is in view of which pages.
package struct BookViewDocument: Sendable {
  package let book: Book
  package let layout: BookLayout
  package let direction: ReadingDirection
  private let page: Int
  private let view: BookQuestion.Answer
  private let prefetch: Int32

  /// Lays a book out as a request asks for.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - book: with the sizes of all its pages known.
  ///   - tileSize: of its images' tiles.
  ///   - name: what a parameter is called where it was given.
  /// - Throws: what can't be answered.
  package init(
    _ request: BookViewRequest, of book: Book, tileSize: TileSize,
    naming name: (ViewParameter) -> String
  ) throws(RequestProblem) {
    self.book = book
    page = request.page
    layout = request.binding.layout ?? book.layout
    direction = request.binding.direction ?? book.direction
    var sizes: [PageExtents.Page] = []
    sizes.reserveCapacity(book.pageCount)
    for run in book.sizes.runs {
      guard let pixels = run.value.pixels else {
        throw .absent("nobody knows yet how large page \(run.end - run.count + 1) is")
      }
      let page = PageExtents.Page(
        pixels: Size(width: Double(pixels.width), height: Double(pixels.height)),
        density: run.value.density)
      sizes.append(contentsOf: repeatElement(page, count: run.count))
    }
    let extents = PageExtents(sizes)
    let pairing = Pairing(
      cover: request.binding.cover ?? book.pairing.cover,
      isShifted: request.binding.isShifted ?? book.pairing.isShifted)
    let spreads =
      layout == .spreads
      ? Spreads(pageCount: extents.count, pairing: pairing) { page in
        book.unpaired.contains(Int(page)) || extents.isWide(page)
      } : Spreads(singlePages: extents.count)
    (view, prefetch) = try request.answer(
      extents, in: spreads, direction: direction, isScrolling: layout == .scroll,
      tileSize: tileSize, naming: name)
  }

  /// The answer as JSON.
  ///
  /// - Parameter url: a tile's address to load it from, by the page's place, from 0; nil where there
  ///   is none.
  /// - Returns: one line without an end.
  package func json(url: (Int, TileAddress) -> String?) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("id", String(decoding: book.path, as: UTF8.self))
      json.key("page")
      json.integer(Int64(page))
      json.member("layout", layout.rawValue)
      json.member("direction", direction.rawValue)
      json.scrolled(view.viewport)
      json.key("visibleRect")
      json.rect(view.visibleRect)
      json.key("pages")
      json.array { json in
        for placed in view.pages { put(placed, &json) }
      }
      json.key("tiles")
      put(tiles { $0.visible }, url, &json)
      json.key("prefetch")
      put(tiles { $0.prefetch(rings: prefetch) }, url, &json)
    }
    return json.text
  }

  /// The tiles that show it, in the order in which they are sent: each with its page's place, from 0.
  ///
  /// - Parameter isRinged: whether those around the view follow.
  /// - Returns: places in the order of reading, and tiles of their images.
  package func addresses(prefetch isRinged: Bool) -> [(place: Int, tile: TileAddress)] {
    let all = tiles { $0.visible } + (isRinged ? tiles { $0.prefetch(rings: prefetch) } : [])
    return all.map { (Int($0.page.page), $0.address) }
  }

  private func put(_ placed: BookQuestion.PlacedPage, _ json: inout JSONWriter) {
    json.object { json in
      json.key("page")
      json.integer(Int64(placed.page) + 1)
      json.member("id", String(decoding: book.images.path(at: Int(placed.page)), as: UTF8.self))
      json.member("label", book.label(at: Int(placed.page)))
      json.key("frame")
      json.rect(placed.frame)
      json.key("visibleRect")
      json.rect(placed.view.visibleRect)
      json.key("level")
      json.level(placed.view.level)
    }
  }

  private struct Tile {
    let page: BookQuestion.PlacedPage
    let address: TileAddress
    let source: Rect
    let frame: Rect
  }

  /// Tiles of all pages in view, the nearest to the middle of the view first; those of `span` that are
  /// not in view where it is another one.
  private func tiles(_ span: (TileView) -> TileSpan) -> [Tile] {
    let middle = view.viewport.bounds.center
    var tiles: [(tile: Tile, distance: Double)] = []
    for placed in view.pages {
      let level = placed.view.level
      let asked = span(placed.view)
      let hole = asked == placed.view.visible ? TileSpan.empty : placed.view.visible
      for row in asked.firstRow..<asked.endRow {
        for column in asked.firstColumn..<asked.endColumn
        where !hole.contains(column: column, row: row) {
          let source = placed.view.source(column: column, row: row, of: level)
          let frame = placed.view.frame(of: source)
          let address = TileAddress(reduction: level.reduction, column: column, row: row)
          tiles.append(
            (
              Tile(page: placed, address: address, source: source, frame: frame),
              (frame.center - middle).length
            ))
        }
      }
    }
    return tiles.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.map(\.element.tile)
  }

  private func put(
    _ tiles: [Tile], _ url: (Int, TileAddress) -> String?, _ json: inout JSONWriter
  ) {
    json.array { json in
      for tile in tiles {
        json.object { json in
          json.key("page")
          json.integer(Int64(tile.page.page) + 1)
          json.reduction(of: tile.address)
          json.tile(
            tile.address, url(Int(tile.page.page), tile.address), source: tile.source,
            frame: tile.frame)
        }
      }
    }
  }
}
