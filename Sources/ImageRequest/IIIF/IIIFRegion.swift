import ByteText
import TileGeometry

/// What part of an image is asked for.
enum IIIFRegion: Equatable {
  case full
  case square
  case pixels(x: Int64, y: Int64, width: Int64, height: Int64)
  /// Percent of the image's width and height.
  case percent(x: Double, y: Double, width: Double, height: Double)

  init(_ text: ArraySlice<UInt8>) throws(RequestProblem) {
    if text.equals("full") {
      self = .full
      return
    }
    if text.equals("square") {
      self = .square
      return
    }
    if let (x, y, width, height) = PathNumber.fourCounts(text) {
      self = .pixels(x: x, y: y, width: width, height: height)
      return
    }
    guard text.prefix(4).equals("pct:") else { throw Self.malformed(text) }
    var numbers = FourNumbers(text.dropFirst(4))
    guard let a = numbers.next(), let b = numbers.next(), let c = numbers.next(),
      let d = numbers.next(), numbers.isOver, let x = PathNumber.decimal(a),
      let y = PathNumber.decimal(b), let width = PathNumber.decimal(c),
      let height = PathNumber.decimal(d)
    else { throw Self.malformed(text) }
    self = .percent(x: x, y: y, width: width, height: height)
  }

  private static func malformed(_ text: ArraySlice<UInt8>) -> RequestProblem {
    .malformed("the region '\(text.shown)' is not full, square, x,y,w,h or pct:x,y,w,h")
  }

  /// The part that lies inside the image, in image pixels.
  func resolved(in image: ImageSize) throws(RequestProblem) -> PixelRect {
    switch self {
    case .full: return PixelRect(x: 0, y: 0, width: image.width, height: image.height)
    case .square:
      let side = min(image.width, image.height)
      return PixelRect(
        x: (image.width - side) / 2, y: (image.height - side) / 2, width: side, height: side)
    case .pixels(let x, let y, let width, let height):
      guard width > 0, height > 0 else { throw .malformed("the region is empty") }
      guard x < image.width, y < image.height else { throw Self.outside(image) }
      return PixelRect(
        x: x, y: y, width: min(width, image.width - x), height: min(height, image.height - y))
    case .percent(let x, let y, let width, let height):
      guard width > 0, height > 0 else { throw .malformed("the region is empty") }
      let across = try Self.span(x, width, of: image.width, image)
      let down = try Self.span(y, height, of: image.height, image)
      return PixelRect(
        x: across.start, y: down.start, width: across.length, height: down.length)
    }
  }

  /// A part of one axis: its ends at the nearest pixels; one pixel at least, and in the image.
  private static func span(
    _ start: Double, _ length: Double, of side: Int64, _ image: ImageSize
  ) throws(RequestProblem) -> (start: Int64, length: Int64) {
    let scale = Double(side) / 100
    guard start < 100 else { throw outside(image) }
    let from = min((start * scale).rounded(), Double(side - 1))
    let to = min(Double(side), ((start + length) * scale).rounded())
    return (Int64(from), max(1, Int64(to) - Int64(from)))
  }

  private static func outside(_ image: ImageSize) -> RequestProblem {
    .malformed("the region lies outside the image of \(image.width)x\(image.height)")
  }
}
