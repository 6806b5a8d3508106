import CJPEG
package import CodecErrors
package import Pixels
import TileGeometry

/// Puts rows of samples into bands, whatever these hold: pixels, or planes, which are split off as the
/// encoder of tiles would split them.
///
/// One thread uses one at a time.
@safe
package final class BandFiller: @unchecked Sendable {
  // `@unchecked`: whoever lends it lends it to one thread at a time.

  /// What splits colors; nil where bands hold pixels.
  private let splitter: UnsafeMutablePointer<pyramidion_jpeg_encoder>?
  /// Luma of a piece of a row.
  private let luma: UnsafeMutablePointer<UInt8>
  /// Chroma of a row and of the one below it: twice blue, then twice red.
  private let chroma: UnsafeMutablePointer<UInt8>
  /// From a row of chroma to the next.
  private let stride: Int
  /// Whose chroma waits for the row below it.
  private var waiting: Int?

  private static let alignment = Int(PYRAMIDION_SPLIT_ALIGNMENT)
  private static let piece = Int(PYRAMIDION_SPLIT_PIXELS)

  /// - Parameters:
  ///   - layout: of the bands.
  ///   - width: of rows, in pixels, at most.
  /// - Throws: ``CodecError`` where libjpeg has no memory.
  package init(layout: PixelLayout, width: Int) throws(CodecError) {
    guard case .yCbCr = layout else {
      unsafe splitter = nil
      unsafe luma = Self.room(0)
      unsafe chroma = Self.room(0)
      stride = 0
      return
    }
    guard let made = unsafe pyramidion_jpeg_splitter_create() else {
      throw CodecError(file: "", coder: "jpeg", reason: "no memory to split colors")
    }
    unsafe splitter = unsafe made
    // An odd row's last pixel counts twice.
    stride = (width + 1 + 2 * Self.alignment) / Self.alignment * Self.alignment
    unsafe luma = Self.room(Self.piece + Self.alignment)
    unsafe chroma = Self.room(4 * stride)
  }

  private static func room(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let room = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: alignment)
    return unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  deinit {
    if let splitter = unsafe splitter { unsafe pyramidion_jpeg_encoder_destroy(splitter) }
    unsafe luma.deallocate()
    unsafe chroma.deallocate()
  }

  /// Puts a row, or a part of it, into a band; where chroma is halved the even rows come before the odd
  /// ones below them.
  ///
  /// - Parameters:
  ///   - row: its samples.
  ///   - samples: of a pixel; 3 of bands that hold planes.
  ///   - band: where it goes.
  ///   - x: where it begins there; even, where chroma is halved.
  ///   - y: its place there.
  ///   - isLast: whether nothing comes below it.
  package func put(
    _ row: Span<UInt8>, samples: Int, into band: PixelBand, x: Int, y: Int, isLast: Bool
  ) {
    guard case .yCbCr(let sampling) = band.layout else {
      return band.copy(row, samples: samples, x: x, y: y)
    }
    let width = row.count / 3
    precondition(samples == 3 && x >= 0 && x + width <= band.width && y < band.tileSide)
    precondition(width > 0 && width < stride, "a row of another length")
    let line = sampling == .full ? 0 : y & 1
    unsafe split(row, width, line: line, luma: band.planes[0].address(x: x, y: y))
    guard sampling != .full else {
      for plane in 0..<2 {
        unsafe band.planes[plane + 1].address(x: x, y: y).update(
          from: chroma(plane, 0), count: width)
      }
      return
    }
    precondition(x & 1 == 0 && (line == 0 || waiting == y - 1), "rows out of order")
    waiting = line == 0 ? y : nil
    guard line == 1 || isLast else { return }
    for plane in 0..<2 {
      let upper = unsafe chroma(plane, 0)
      let lower = unsafe chroma(plane, line)
      unsafe upper[width] = unsafe upper[width - 1]
      unsafe lower[width] = unsafe lower[width - 1]
      unsafe PixelBand.halveRows(
        upper, lower, into: band.planes[plane + 1].address(x: x, y: y), count: (width + 1) / 2)
    }
  }

  private func chroma(_ plane: Int, _ line: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe chroma + (2 * plane + line) * stride
  }

  private func split(
    _ row: Span<UInt8>, _ width: Int, line: Int, luma target: UnsafeMutablePointer<UInt8>
  ) {
    unsafe row.withUnsafeBufferPointer { row in
      guard let source = row.baseAddress else { return }
      for start in Swift.stride(from: 0, to: width, by: Self.piece) {
        let count = min(Self.piece, width - start)
        unsafe pyramidion_jpeg_split(
          splitter, source + 3 * start, UInt32(count), luma, chroma(0, line) + start,
          chroma(1, line) + start)
        unsafe (target + start).update(from: luma, count: count)
      }
    }
  }
}
