import CVips
package import CodecErrors
package import Posix
import Sources
package import TileGeometry
import VipsLibrary

/// An SVG drawing that is held open: it is read once for each of its levels, and parts of these are
/// drawn as they are asked for.
package final class HeldDrawing {
  private struct DrawnLevel {
    let size: PixelSize
    let picture: VipsPicture
  }

  private static let format = SourceFormat.svg
  /// Of the file, in bytes: what a larger one is read to takes so much memory that it is kept for one
  /// level alone.
  private static let mostOfSmall: Int64 = 1 << 20

  private let source: FileDescriptor
  private let dotsPerInch: Double
  private let mostLevels: Int
  /// Of the image, in pixels; nil until it was read.
  private var nominal: PixelSize?
  /// The one that was drawn last is the last.
  private var levels: [DrawnLevel] = []
  /// Parts that were drawn so far: libvips keeps pixels of some of them.
  package private(set) var partCount = 0

  /// - Parameters:
  ///   - source: the file, which is read by places and never moved in.
  ///   - dotsPerInch: how finely the image is drawn.
  package init(_ source: consuming FileDescriptor, dotsPerInch: Double) {
    let size = try? source.status().size
    self.source = source
    self.dotsPerInch = dotsPerInch
    mostLevels = (size ?? .max) <= Self.mostOfSmall ? DrawnDetail.bounds.upperBound + 1 : 1
    // Who draws is one among many already.
    ForeignSource.setThreads(1)
  }

  /// Reads it, unless it was read before.
  ///
  /// - Returns: how large the image is, in pixels.
  /// - Throws: what keeps it from being read.
  @discardableResult
  package func getReady() throws(CodecError) -> PixelSize {
    if let nominal { return nominal }
    let picture = try read(finer: 0)
    let size = PixelSize(width: Int64(picture.width), height: Int64(picture.height))
    nominal = size
    levels.append(DrawnLevel(size: size, picture: picture))
    return size
  }

  /// Draws a part of a level as it looks in the whole.
  ///
  /// - Parameters:
  ///   - part: what is drawn, in pixels of the level.
  ///   - size: of the level: the image's, doubled as often as one likes.
  ///   - room: where it goes: red, green, blue and how much it covers each, row by row.
  /// - Throws: what keeps it from being drawn.
  package func draw(
    _ part: PixelRect, of size: PixelSize, into room: inout MutableRawSpan
  ) throws(CodecError) {
    let picture = try picture(of: size)
    partCount += 1
    // Of a side that is no whole number of pixels the last one need not reach as far as the level.
    let width = min(part.maxX, Int64(picture.width)) - part.x
    let height = min(part.maxY, Int64(picture.height)) - part.y
    let line = 4 * Int(part.width)
    precondition(room.byteCount >= line * Int(part.height), "pixels beyond their room")
    let isWhole = width == part.width && height == part.height
    var pixels: [UInt8] = []
    if width > 0, height > 0 {
      pixels = unsafe try picture.then { table, image, out in
        unsafe pyramidion_vips_part(
          table, image, Int32(part.x), Int32(part.y), Int32(width), Int32(height), &out)
      }.fourBytesAPixel()
    }
    unsafe room.withUnsafeMutableBytes { room in
      if !isWhole { unsafe room.initializeMemory(as: UInt8.self, repeating: 0) }
      unsafe pixels.withUnsafeBytes { pixels in
        guard let target = room.baseAddress, let source = pixels.baseAddress else { return }
        let count = 4 * Int(width)
        for y in 0..<Int(height) {
          unsafe (target + y * line).copyMemory(from: source + y * count, byteCount: count)
        }
      }
    }
  }

  private func picture(of size: PixelSize) throws(CodecError) -> VipsPicture {
    if let place = levels.firstIndex(where: { $0.size == size }) {
      levels.append(levels.remove(at: place))
    } else {
      let nominal = try getReady()
      let exponent = DrawnDetail.bounds.first {
        size == PixelSize(width: nominal.width << $0, height: nominal.height << $0)
      }
      guard let exponent else {
        throw CodecError(
          file: "", coder: Self.format.rawValue, reason: "the drawing has no level of that size")
      }
      // One lets go of the memory that it took before another one is read.
      if levels.count == mostLevels { levels.removeFirst() }
      let picture = try read(finer: exponent)
      levels.append(DrawnLevel(size: size, picture: picture))
    }
    return levels[levels.count - 1].picture
  }

  private func read(finer exponent: Int) throws(CodecError) -> VipsPicture {
    try VipsPicture(
      drawing: Self.format, dotsPerInch: dotsPerInch * Double(1 << exponent), anywhere: true
    ) { () throws(Errno) in try source.duplicated() }
  }
}
