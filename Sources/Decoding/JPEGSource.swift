import CJPEG
package import CodecErrors
import Glibc
package import Pixels
package import Posix

/// A JPEG file being decoded to the planes it stores, row by row: no upsampling, no RGB.
///
/// Memory is one strip of blocks, for a progressive file also all coefficients (libjpeg's way).
@safe
package final class JPEGSource {
  package let header: JPEGHeader

  let decoder: UnsafeMutablePointer<pyramidion_jpeg_decoder>
  private let descriptor: FileDescriptor
  private var strip: JPEGStrip?
  /// The next luma row that the decoder will deliver, and the first one not yet handed out.
  private var decodedRows = 0
  private var takenRows = 0

  /// libjpeg's fast path for Huffman codes needs some 3 kB of input ahead; with a small buffer
  /// most blocks miss it.
  private static let bufferBytes = 256 * 1024

  /// Reads the header of an open file, from where the descriptor stands.
  package init(_ descriptor: consuming FileDescriptor) throws(CodecError) {
    self.descriptor = descriptor
    let made = unsafe pyramidion_jpeg_decoder_create(
      self.descriptor.number, nil, Self.bufferBytes)
    guard let made = unsafe made else {
      throw CodecError(file: "", coder: "jpeg", reason: "no memory for a decoder")
    }
    guard unsafe pyramidion_jpeg_decoder_read_header(made) == 0 else {
      let failure = unsafe Self.failure(of: made)
      unsafe pyramidion_jpeg_decoder_destroy(made)
      throw failure
    }
    unsafe decoder = unsafe made
    header = unsafe JPEGHeader(made)
  }

  /// Reads the header of a source, from its start.
  package convenience init(_ source: SourceCopies) throws(CodecError) {
    let descriptor: FileDescriptor
    do throws(Errno) {
      descriptor = try source.opened()
    } catch {
      throw CodecError(
        file: "", coder: "jpeg", reason: "opening failed: \(error)", systemError: error.rawValue)
    }
    try self.init(descriptor)
  }

  deinit { unsafe pyramidion_jpeg_decoder_destroy(decoder) }

  /// Reads all of the file without making pixels of it, and throws when some of them are lost.
  ///
  /// What follows the last pixel, an end marker too, may be missing. Nothing can be read after it.
  func readThrough() throws(CodecError) {
    guard unsafe pyramidion_jpeg_decoder_read_through(decoder) == 0 else { throw failure() }
  }

  /// The embedded ICC profile, when there is one that is whole.
  package func profile() -> [UInt8]? {
    var length: UInt32 = 0
    guard let bytes = unsafe pyramidion_jpeg_decoder_profile(decoder, &length) else { return nil }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
  }

  /// Starts decoding.
  ///
  /// - Parameter layout: grey for a grey file, else `.yCbCr` of a subsampling that the file's own can
  ///   be averaged to; see ``JPEGHeader/planeLayout(for:)``.
  /// - Throws: what libjpeg says against it.
  package func start(layout: PixelLayout) throws(CodecError) {
    guard unsafe pyramidion_jpeg_decoder_start_planes(decoder) == 0 else { throw failure() }
    strip = JPEGStrip(header: header, layout: layout)
  }

  /// Decodes the next rows into a band.
  ///
  /// - Parameters:
  ///   - band: where they go.
  ///   - x: the band's column for the image's first one.
  ///   - rows: the band's rows to fill; where planes are subsampled, `x` and both ends are even, but
  ///     for the image's last row.
  /// - Throws: what libjpeg says of damage.
  package func read(into band: PixelBand, x: Int, rows: Range<Int>) throws(CodecError) {
    guard let strip else { return }
    var row = rows.lowerBound
    while row < rows.upperBound {
      if takenRows == decodedRows {
        let direct = strip.fits(band, x: x, row: row)
        if direct { strip.point(at: band, row: row) } else { strip.pointAtItself() }
        try decodeStrip(strip)
        if direct {
          let count = min(decodedRows - takenRows, rows.upperBound - row)
          takenRows = decodedRows
          row += count
          continue
        }
      }
      let count = min(decodedRows - takenRows, rows.upperBound - row)
      strip.copy(row: takenRows % strip.height, count: count, into: band, x: x, y: row)
      takenRows += count
      row += count
    }
  }

  /// Decodes the next rows of blocks as they are stored, after ``start(layout:)``.
  ///
  /// - Parameter body: given each row of each plane, without the padding to whole blocks.
  /// - Returns: false after the last one.
  /// - Throws: what keeps the file from being decoded, or what the closure says.
  package func readStrip(
    _ body: (_ plane: Int, _ row: Int, _ samples: Span<UInt8>) throws -> Void
  ) throws -> Bool {
    guard let strip, decodedRows < header.height else { return false }
    strip.pointAtItself()
    let first = decodedRows
    try decodeStrip(strip)
    takenRows = decodedRows
    try strip.forEachRow(from: first, body)
    return true
  }

  private func decodeStrip(_ strip: JPEGStrip) throws(CodecError) {
    let count = unsafe pyramidion_jpeg_decoder_read_strip(
      decoder, strip.rowPointers(0), strip.rowPointers(1), strip.rowPointers(2),
      UInt32(strip.height))
    guard count > 0, unsafe decoder.pointee.errors.damaged == 0 else { throw failure() }
    decodedRows = min(decodedRows + strip.height, header.height)
  }

  /// Scans that a JPEG stream may have.
  package static let mostScans = Int(PYRAMIDION_MOST_SCANS)

  /// What is said of one that has more.
  package static let hasTooManyScans = CodecError(
    file: "", coder: "jpeg", reason: "it has more than \(mostScans) scans")

  func failure() -> CodecError { unsafe Self.failure(of: decoder) }

  private static func failure(
    of decoder: UnsafeMutablePointer<pyramidion_jpeg_decoder>
  ) -> CodecError {
    let error = unsafe decoder.pointee.read_error
    guard error == 0 else {
      return CodecError(
        file: "", coder: "jpeg", reason: "reading failed: \(Errno(rawValue: error))",
        systemError: error)
    }
    let reason =
      if unsafe decoder.pointee.ended {
        "truncated: the file ends before the image does"
      } else {
        unsafe withUnsafeBytes(of: &decoder.pointee.errors.message) { bytes in
          unsafe String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
      }
    return CodecError(file: "", coder: "jpeg", reason: reason)
  }
}
