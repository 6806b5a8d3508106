import BookText
import ByteText
import TileGeometry

/// Where words lie in a page's image, in whole pixels.
struct PixelBox {
  let x: Int64
  let y: Int64
  let width: Int64
  let height: Int64

  /// - Parameters:
  ///   - box: on the page.
  ///   - size: of the page's image.
  init(_ box: TextBox, in size: PixelSize) {
    func edges(_ low: UInt16, _ high: UInt16, _ side: Int64) -> (Int64, Int64) {
      let scale = Double(side) / TextBox.whole
      // Edges are known to half a part: what that adds makes no pixel more.
      let first = Int64(((Double(low) + 0.5) * scale).rounded(.down))
      let end = Int64(((Double(high) - 0.5) * scale).rounded(.up))
      return (min(first, side - 1), max(1, end - first))
    }
    (x, width) = edges(box.left, box.right, size.width)
    (y, height) = edges(box.top, box.bottom, size.height)
  }

  /// As the IIIF APIs name a part of a canvas.
  var fragment: String { "#xywh=\(x),\(y),\(width),\(height)" }

  func put(_ json: inout JSONWriter) {
    json.array { json in
      for number in [x, y, width, height] { json.integer(number) }
    }
  }
}
