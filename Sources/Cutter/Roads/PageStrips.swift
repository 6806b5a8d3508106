import PDFPages
import TileGeometry

/// A page's rows of pixels from top to bottom, drawn some hundreds at a time.
struct PageStrips {
  /// Around a strip, in pixels: without it letters and lines are cut at its edges.
  private static let margin: Int64 = 64
  /// Of a strip without its margins: a page of usual size is drawn at one go.
  private static let mostPixels: Int64 = 1 << 23
  private static let fewestRows: Int64 = 256

  private let page: PDFPage
  private let size: PixelSize
  private let stripHeight: Int64
  private var pixels: [UInt8] = []
  /// What is drawn, margins included.
  private var drawn = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - page: what is drawn.
  ///   - size: of the whole, in pixels.
  init(of page: PDFPage, _ size: PixelSize) {
    self.page = page
    self.size = size
    stripHeight = max(Self.fewestRows, Self.mostPixels / size.width)
  }

  /// Shows a row: red, green, blue and a byte of no meaning a pixel.
  ///
  /// - Parameters:
  ///   - y: the row, which comes after those that were shown before.
  ///   - body: given its bytes.
  /// - Returns: what the closure says of them.
  /// - Throws: that it can't be drawn, or what the closure says.
  mutating func withRow<Result>(
    _ y: Int, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    let y = Int64(y)
    if y >= drawn.maxY - Self.margin, drawn.maxY < size.height || drawn.isEmpty {
      try draw(from: y)
    }
    let stride = 4 * Int(size.width)
    let first = Int(y - drawn.y) * stride
    return try body(pixels.span.extracting(first..<first + stride))
  }

  private mutating func draw(from y: Int64) throws {
    let top = max(0, y - Self.margin)
    let bottom = min(size.height, y + stripHeight + Self.margin)
    drawn = PixelRect(x: 0, y: top, width: size.width, height: bottom - top)
    let count = 4 * Int(drawn.area)
    // All of it is filled before anything is drawn.
    if pixels.count < count {
      pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
    }
    let (page, size, part) = (page, size, drawn)
    var span = pixels.mutableSpan
    try page.draw(part, of: size, into: &span)
  }
}

extension PageStrips: TriedPage {
  /// A page of usual size is drawn for its parts as its rows want it, once for all.
  mutating func samples(of part: PixelRect) throws -> (bytes: [UInt8], count: Int) {
    guard stripHeight + Self.margin >= size.height else {
      var found = [UInt8](repeating: 0, count: 4 * Int(part.area))
      var span = found.mutableSpan
      try page.draw(part, of: size, into: &span)
      return (found, 4)
    }
    if drawn.isEmpty { try draw(from: 0) }
    var found: [UInt8] = []
    found.reserveCapacity(4 * Int(part.area))
    for y in part.y..<part.maxY {
      let first = 4 * Int(y * size.width + part.x)
      found += pixels[first..<first + 4 * Int(part.width)]
    }
    return (found, 4)
  }
}
