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
        try VipsPicture(drawing: format, dotsPerInch: dotsPerInch, source.opened)
      } else {
        try Self.opened(source.forPicture, format: format, page: page, isWhole: false)
      }
    header = SourceHeader(picture, format: format)
  }

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

  package var profile: [UInt8]? { picture.profile }

  /// Decodes the first pixel: some files have a header that can be read, and pixels that can't.
  package func checkFirstPixel() throws {
    let pixel = unsafe try picture.then { table, image, out in
      unsafe pyramidion_vips_part(table, image, 0, 0, 1, 1, &out)
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
