package import CodecErrors
package import Posix
package import TileGeometry

/// A document that is held open, with the pages that were drawn last: drawing parts of them takes
/// less than reading them.
package final class HeldDocument {
  /// Around a part, in pixels: without it letters and lines are cut at its edges.
  private static let margin: Int64 = 64
  private static let mostPages = 12

  private let document: PDFDocument
  private let mostScans: Int
  /// The one that was drawn last is the last.
  private var pages: [PDFPage] = []
  private var pixels: [UInt8] = []

  /// - Parameters:
  ///   - source: the file, which is read by places and never moved in.
  ///   - mostScans: of a picture of it that is a JPEG stream.
  /// - Throws: what keeps it from being read, or that a picture of it asks for too much.
  package init(_ source: consuming FileDescriptor, mostScans: Int) throws(CodecError) {
    document = try PDFDocument(source)
    self.mostScans = mostScans
    try document.checkScans(most: mostScans)
  }

  /// Pages that are kept.
  package var pageCount: Int { pages.count }

  /// Reads a page, unless it is kept.
  ///
  /// - Parameter number: from 1.
  /// - Returns: the page.
  /// - Throws: that there is none, that it is damaged, or that a picture of it asks for too much.
  @discardableResult
  package func page(_ number: Int) throws(CodecError) -> PDFPage {
    if let place = pages.firstIndex(where: { $0.number == number }) {
      pages.append(pages.remove(at: place))
    } else {
      let page = try document.page(number)
      try page.checkScans(most: mostScans)
      if pages.count == Self.mostPages { pages.removeFirst() }
      pages.append(page)
    }
    return pages[pages.count - 1]
  }

  /// Draws a part of a page as it looks in the whole.
  ///
  /// - Parameters:
  ///   - part: what is drawn, in pixels of the whole.
  ///   - size: of the whole page.
  ///   - number: the page's, from 1.
  ///   - room: where it goes: red, green, blue and a byte of no meaning each, row by row.
  /// - Throws: what keeps it from being drawn.
  package func draw(
    _ part: PixelRect, of size: PixelSize, page number: Int, into room: inout MutableRawSpan
  ) throws(CodecError) {
    let page = try page(number)
    let (left, top) = (max(0, part.x - Self.margin), max(0, part.y - Self.margin))
    let drawn = PixelRect(
      x: left, y: top, width: min(size.width, part.maxX + Self.margin) - left,
      height: min(size.height, part.maxY + Self.margin) - top)
    let count = 4 * Int(drawn.area)
    // Taken out for as long as it is written to.
    var pixels = self.pixels
    self.pixels = []
    defer { self.pixels = pixels }
    if pixels.count < count { pixels = [UInt8](repeating: 0, count: count) }
    do {
      var span = pixels.mutableSpan
      try page.draw(drawn, of: size, into: &span)
    }
    let (line, row) = (4 * Int(part.width), 4 * Int(drawn.width))
    let first = Int(part.y - top) * row + 4 * Int(part.x - left)
    precondition(room.byteCount >= line * Int(part.height), "pixels beyond their room")
    unsafe room.withUnsafeMutableBytes { room in
      unsafe pixels.withUnsafeBytes { pixels in
        guard let target = room.baseAddress, let source = pixels.baseAddress else { return }
        for y in 0..<Int(part.height) {
          unsafe (target + y * line).copyMemory(from: source + first + y * row, byteCount: line)
        }
      }
    }
  }
}
