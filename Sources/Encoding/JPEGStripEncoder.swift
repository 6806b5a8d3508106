import CJPEG
package import CodecErrors

/// Encodes the strips of a JPEG file one by one, so that threads can share its making.
///
/// Every strip is a restart interval, and so can be encoded without its neighbours. One thread
/// uses one encoder.
@safe
package final class JPEGStripEncoder {
  /// Of all strips, in pixels: rows of four bytes a pixel, the fourth without meaning.
  package let width: Int
  package let rows: Int
  private let encoder: UnsafeMutablePointer<pyramidion_jpeg_encoder>
  private var output: [UInt8]

  /// An encoder of strips.
  ///
  /// - Parameters:
  ///   - width: a multiple of 16.
  ///   - rows: a multiple of 16.
  ///   - quality: 1 to 100.
  /// - Throws: ``CodecError`` where libjpeg has no memory.
  package init(width: Int, rows: Int, quality: Int) throws(CodecError) {
    precondition(width % 16 == 0 && rows % 16 == 0 && width > 0 && width <= 65_520)
    precondition(width / 16 * rows / 16 <= 65_535, "more blocks than a restart interval can have")
    guard let made = unsafe pyramidion_jpeg_encoder_create(16, 4, Int32(quality), 2, 2) else {
      throw CodecError(file: "", coder: "jpeg", reason: "no memory for an encoder")
    }
    unsafe encoder = unsafe made
    unsafe encoder.pointee.base.image_width = JDIMENSION(width)
    unsafe encoder.pointee.base.image_height = JDIMENSION(rows)
    self.width = width
    self.rows = rows
    output = [UInt8](repeating: 0, count: width * rows * 3 + 4096)
  }

  deinit { unsafe pyramidion_jpeg_encoder_destroy(encoder) }

  /// A strip as a JPEG file of its own.
  package func encode(_ pixels: inout [UInt8]) throws(CodecError) -> JPEGStripCode {
    precondition(pixels.count == 4 * width * rows, "another size of strip")
    let encoder = unsafe encoder
    let stride = 4 * width
    let length = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        unsafe pyramidion_jpeg_encode_pixels(
          encoder, pixels.baseAddress, stride, output.baseAddress, output.count)
      }
    }
    guard length > 0, let code = JPEGStripCode(output.prefix(length), width: width, rows: rows)
    else { throw CodecError(file: "", coder: "jpeg", reason: "a strip can't be encoded") }
    return code
  }
}

/// An encoded strip, to be joined to those before and after it.
package struct JPEGStripCode: Sendable {
  private let bytes: [UInt8]
  private let width: Int
  private let rows: Int
  /// Where the frame header and the scan header begin, and the coded blocks.
  private var frame = 0
  private var scan = 0
  private var blocks = 0

  fileprivate init?(_ bytes: ArraySlice<UInt8>, width: Int, rows: Int) {
    self.bytes = Array(bytes)
    self.width = width
    self.rows = rows
    var place = 2
    while place + 4 <= bytes.count, self.bytes[place] == 0xFF {
      let length = Int(self.bytes[place + 2]) << 8 | Int(self.bytes[place + 3])
      if self.bytes[place + 1] == 0xC0 { frame = place }
      if self.bytes[place + 1] == 0xDA {
        scan = place
        blocks = place + 2 + length
        break
      }
      place += 2 + length
    }
    guard frame > 0, blocks > 0, blocks < bytes.count - 2 else { return nil }
  }

  /// What stands before the blocks of a file that is made of such strips.
  package func head(height: Int) -> [UInt8] {
    var head = Array(bytes[..<scan])
    head[frame + 5] = UInt8(truncatingIfNeeded: height >> 8)
    head[frame + 6] = UInt8(truncatingIfNeeded: height)
    let interval = width / 16 * rows / 16
    head += [0xFF, 0xDD, 0, 4, UInt8(truncatingIfNeeded: interval >> 8)]
    head.append(UInt8(truncatingIfNeeded: interval))
    return head + bytes[scan..<blocks]
  }

  /// The blocks, and the mark that ends the strip with this number; the last one ends the file.
  package func body(strip: Int, isLast: Bool) -> [UInt8] {
    bytes[blocks..<bytes.count - 2] + [0xFF, isLast ? 0xD9 : 0xD0 + UInt8(strip % 8)]
  }
}
