import ByteText
import ImageRequest
import TileGeometry
import TileViewport

/// What the calculator's answers have in common; the keys' order is a promise.
extension JSONWriter {
  /// Members of a view: how far it is zoomed and scrolled, and within which bounds.
  mutating func scrolled(_ viewport: Viewport) {
    let range = viewport.zoomRange
    key("zoomScale")
    number(viewport.zoomScale)
    key("minimumZoomScale")
    number(range.minimum)
    key("maximumZoomScale")
    number(range.maximum)
    key("contentSize")
    numbers(viewport.contentSize.width, viewport.contentSize.height)
    key("contentOffset")
    numbers(viewport.contentOffset.x, viewport.contentOffset.y)
  }

  /// The member of a tile that names its level, where no list of one level does.
  mutating func reduction(of tile: TileAddress) {
    key("reduction")
    integer(Int64(tile.reduction.exponent))
  }

  /// Members of a tile.
  ///
  /// - Parameters:
  ///   - tile: which one.
  ///   - url: to load it from; nil where there is none.
  ///   - source: what it shows, in image pixels.
  ///   - frame: where it is drawn, in view points.
  mutating func tile(_ tile: TileAddress, _ url: String?, source: Rect, frame: Rect) {
    key("column")
    integer(Int64(tile.column))
    key("row")
    integer(Int64(tile.row))
    key("url")
    string(url)
    key("source")
    rect(source)
    key("frame")
    rect(frame)
  }

  mutating func rect(_ rect: Rect) { numbers(rect.x, rect.y, rect.width, rect.height) }
}
