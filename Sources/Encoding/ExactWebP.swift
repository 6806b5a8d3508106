import CWebP
import CodecErrors

/// WebP that keeps every pixel.
///
/// Of few colors it is written here, of all others by libwebp itself: of a tile libvips takes as long
/// for what it does around that, and tells of its resolution in as many bytes as a tile of a page
/// often has.
struct ExactWebP {
  private let fewColors: FewColorsWebP

  /// - Parameter pixels: of a picture, as a rule.
  init(pixels: Int) { fewColors = FewColorsWebP(pixels: pixels) }

  /// Encodes a picture and shows its bytes, which live until the closure returns.
  ///
  /// - Parameters:
  ///   - pixels: red, green, blue and a byte of no meaning each.
  ///   - stride: bytes from a row to the next.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - body: given the bytes.
  /// - Throws: that it can't be encoded, or what the closure says.
  func encode(
    _ pixels: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    _ body: (Span<UInt8>) throws -> Void
  ) throws {
    if let file = unsafe fewColors.encode(pixels, stride: stride, width: width, height: height) {
      return try body(file.span)
    }
    guard let webp = WebPLibrary.loaded else { throw Self.failure("it can't be loaded") }
    var writer = unsafe WebPMemoryWriter()
    defer { unsafe webp.table.pointee.WebPMemoryWriterClear(&writer) }
    let missing = unsafe pyramidion_exact_webp(
      webp.table, pixels, Int32(stride), Int32(width), Int32(height), &writer)
    guard unsafe missing == nil, let bytes = unsafe writer.mem else {
      throw Self.failure(unsafe missing.map { unsafe String(cString: $0) } ?? "no bytes")
    }
    try body(unsafe Span(_unsafeStart: UnsafePointer(bytes), count: writer.size))
  }
  private static func failure(_ reason: String) -> CodecError {
    CodecError(file: "", coder: "libwebp", reason: reason)
  }
}

extension PictureEncoding {
  /// Whether WebP that keeps every pixel can be written here.
  package static var writesExactWebP: Bool { WebPLibrary.loaded != nil }

  /// Encodes as WebP that keeps every pixel.
  ///
  /// - Parameters:
  ///   - pixels: red, green, blue and a byte of no meaning each, rows without gaps.
  ///   - width: in pixels.
  ///   - height: in pixels.
  /// - Returns: the file.
  /// - Throws: that it can't be encoded.
  package static func encodeExactWebP(
    _ pixels: [UInt8], width: Int, height: Int
  ) throws -> [UInt8] {
    precondition(pixels.count >= width * height * 4, "pixels are missing")
    let encoder = ExactWebP(pixels: width * height)
    var file: [UInt8] = []
    try unsafe pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      try unsafe encoder.encode(base, stride: width * 4, width: width, height: height) { bytes in
        file = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
      }
    }
    return file
  }
}
