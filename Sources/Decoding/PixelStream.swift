import CVips
import CodecErrors
import VipsLibrary

/// Rows of 8-bit pixels that libvips computes from top to bottom.
package final class PixelStream {
  package let width: Int
  package let height: Int
  /// 1 and 3 samples a pixel, one more with alpha.
  package let bands: Int
  package let hasAlpha: Bool
  private let picture: VipsPicture

  init(_ picture: VipsPicture) {
    self.picture = picture
    width = picture.width
    height = picture.height
    bands = picture.bands
    hasAlpha = picture.bands == 2 || picture.bands == 4
  }

  /// A run of rows that is there only while the closure that got it runs.
  @safe
  package struct Rows {
    package let rows: Range<Int>
    private let region: UnsafeMutablePointer<VipsRegion>
    private let width: Int
    private let bands: Int

    fileprivate init(
      _ region: UnsafeMutablePointer<VipsRegion>, rows: Range<Int>, width: Int, bands: Int
    ) {
      self.rows = rows
      unsafe self.region = unsafe region
      self.width = width
      self.bands = bands
    }

    /// Shows some of the rows.
    ///
    /// - Parameters:
    ///   - chosen: of ``rows``.
    ///   - body: given a row and its samples.
    package func show(_ chosen: Range<Int>, _ body: (Int, Span<UInt8>) -> Void) {
      precondition(chosen.lowerBound >= rows.lowerBound && chosen.upperBound <= rows.upperBound)
      for row in chosen {
        guard let source = unsafe pyramidion_vips_row(region, Int32(row)) else { return }
        body(row, unsafe UnsafeBufferPointer(start: source, count: width * bands).span)
      }
    }

    /// Shows every sample of the first row with its pixel's place and its band.
    func samples(_ body: (_ pixel: Int, _ band: Int, _ value: UInt8) -> Void) {
      guard let line = unsafe pyramidion_vips_row(region, Int32(rows.lowerBound)) else { return }
      for index in 0..<width * bands {
        body(index / bands, index % bands, unsafe line[index])
      }
    }
  }

  /// What libvips says of a line of a PNG file that could not be read.
  ///
  /// Other readers' words may be warnings.
  private static let unreadLine = "libpng read error"

  /// Computes all rows, in order, each once.
  ///
  /// The closure runs on a thread of libvips', never two at a time. What it throws ends the stream.
  package func read(_ body: (Rows) throws -> Void) throws {
    try withoutActuallyEscaping(body) { body in
      let call = Call(stream: self, body: body)
      let vips = picture.vips
      vips.forgetWords()
      let result = unsafe vips.table.pointee.vips_sink_disc(
        picture.image,
        { region, area, context in
          guard let region = unsafe region, let area = unsafe area, let context = unsafe context
          else { return -1 }
          let call = unsafe Unmanaged<Call>.fromOpaque(context).takeUnretainedValue()
          let top = unsafe Int(area.pointee.top)
          let bottom = unsafe top + Int(area.pointee.height)
          return unsafe call.take(region, rows: top..<bottom)
        }, Unmanaged.passUnretained(call).toOpaque())
      if let failure = call.failure { throw failure }
      let words = vips.takeWords()
      // libvips' cache of lines may have made a black one of what could not be read, and tell of
      // that too late for its own answer.
      guard result == 0, !words.contains(Self.unreadLine) else {
        throw CodecError(file: picture.file, coder: picture.coder, reason: words)
      }
    }
  }

  private final class Call {
    let stream: PixelStream
    let body: (Rows) throws -> Void
    var failure: (any Error)?

    init(stream: PixelStream, body: @escaping (Rows) throws -> Void) {
      self.stream = stream
      self.body = body
    }

    func take(_ region: UnsafeMutablePointer<VipsRegion>, rows: Range<Int>) -> Int32 {
      do {
        try body(
          unsafe Rows(region, rows: rows, width: stream.width, bands: stream.bands))
        return 0
      } catch {
        failure = error
        return -1
      }
    }
  }
}
