import CVips
package import CodecErrors
import Glibc
import Posix
package import Sources
import VipsLibrary

/// A source that libvips decodes: opened by the one loader its first bytes call for, then streamed
/// from top to bottom as 8-bit pixels, on as many threads as its conversions can use.
@safe
package final class ForeignSource {
  package let header: SourceHeader
  private let source: SourceCopies
  private let page: Int
  private let picture: VipsPicture

  /// Reads a file's header; no pixel is decoded yet.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - format: what its first bytes say.
  ///   - page: of a document, as libvips counts them, but from 1.
  ///   - dotsPerInch: how finely vector sources are drawn.
  /// - Throws: what libvips says against it.
  package init(
    _ source: SourceCopies, format: SourceFormat, page: Int = 1, dotsPerInch: Double = 72
  ) throws(CodecError) {
    self.source = source
    self.page = page
    picture =
      if format.isVector {
        try Self.drawn(source, format: format, scale: dotsPerInch / 72)
      } else {
        try Self.opened(source.forPicture, format: format, page: page, isWhole: false)
      }
    header = SourceHeader(picture, format: format)
    guard !format.isVector || min(header.width, header.height) > 1 else {
      throw CodecError(
        file: "", coder: format.loader,
        reason: "one of its sides comes to one pixel at most, or to more than \(Self.longestSide)"
      )
    }
  }

  /// Pixels a side of what libvips loads.
  ///
  /// What it is told to draw larger than that it takes for one pixel, without a word.
  private static let longestSide = 10_000_000

  /// Where `isWhole`, the file was read through before, and has what a picture needs.
  private static func opened(
    _ descriptor: CInt, format: SourceFormat, page: Int, isWhole: Bool
  ) throws(CodecError) -> VipsPicture {
    let vips = try Vips.loaded()
    let loader = "\(format.loader)_source"
    return unsafe try VipsPicture(vips, file: "", coder: format.loader) { image in
      format.hasPages
        ? unsafe pyramidion_vips_load_page(
          vips.table, loader, descriptor, Int32(page - 1), &image)
        : unsafe pyramidion_vips_load(vips.table, loader, descriptor, isWhole, &image)
    }
  }

  /// Vector files are read into memory first: one without a place can't draw in its neighbours.
  private static func drawn(
    _ source: SourceCopies, format: SourceFormat, scale: Double
  ) throws(CodecError) -> VipsPicture {
    let vips = try Vips.loaded()
    let (bytes, count) = unsafe try contents(of: source, coder: format.loader)
    return unsafe try VipsPicture(vips, file: "", coder: format.loader) { image in
      unsafe pyramidion_vips_load_vector(
        vips.table, "\(format.loader)_buffer", bytes, count, scale, &image)
    }
  }

  /// A whole file, in memory that `malloc` gave and the caller frees.
  private static func contents(
    of source: SourceCopies, coder: String
  ) throws(CodecError) -> (UnsafeMutableRawPointer, count: Int) {
    do throws(Errno) {
      let file = try source.opened()
      let count = Int(try file.status().size)
      guard let bytes = unsafe malloc(max(1, count)) else { throw .noMemory }
      var buffer = unsafe MutableRawSpan(_unsafeStart: bytes, byteCount: count)
      do throws(Errno) {
        return unsafe (bytes, try file.read(at: 0, into: &buffer))
      } catch {
        unsafe free(bytes)
        throw error
      }
    } catch {
      throw CodecError(
        file: "", coder: coder, reason: "reading failed: \(error)", systemError: error.rawValue)
    }
  }

  package var profile: [UInt8]? { picture.profile }

  /// Decodes the first pixel: some files have a header that can be read, and pixels that can't.
  package func checkFirstPixel() throws {
    let pixel = unsafe try picture.then { table, image, out in
      unsafe pyramidion_vips_first_pixel(table, image, &out)
    }
    try PixelStream(pixel).read { _ in }
  }

  /// The pixels as they will be cut.
  ///
  /// - Parameter keepingProfile: leaves colours in the source's own space, 8 bits a sample.
  /// - Returns: their stream; nothing is decoded yet.
  /// - Throws: what libvips says against it.
  package func converted(keepingProfile: Bool) throws(CodecError) -> PixelStream {
    let ready = try ColorConversion(keepingProfile: keepingProfile).apply(to: try sound()) {
      () throws(CodecError) in
      try Self.opened(source.forNextPicture, format: header.format, page: page, isWhole: false)
    }
    return PixelStream(ready)
  }

  /// The picture, once it is known that no part of it is lost.
  ///
  /// libvips takes a JPEG either for whole in spite of lost blocks, or for damaged for every odd
  /// byte in it and for the want of an end marker. So the rule of ``JPEGSource`` goes for these
  /// too: they are read through first, at an eighth of their size.
  private func sound() throws(CodecError) -> VipsPicture {
    guard header.format == .jpeg else { return picture }
    try JPEGSource(source).readThrough()
    return try Self.opened(source.forNextPicture, format: .jpeg, page: page, isWhole: true)
  }
}

extension ForeignSource {
  /// Threads that libvips uses for reading and converting one image.
  package static func setThreads(_ count: Int) { (try? Vips.loaded())?.setConcurrency(count) }
}
