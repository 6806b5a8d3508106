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
  ///   - box: On the page.
  ///   - size: Of the page's image.
  init(_ box: TextBox, in size: PixelSize) {
    func edges(_ low: UInt16, _ high: UInt16, _ side: Int64) -> (Int64, Int64) {
      let scale = Double(side) / TextBox.whole
      let first = Int64((Double(low) * scale).rounded(.down))
      return (first, max(1, Int64((Double(high) * scale).rounded(.up)) - first))
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
