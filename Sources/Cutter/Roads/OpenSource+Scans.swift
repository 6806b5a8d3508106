import DecoderChildren
import Decoding
import PyramidFile
import PyramidFormat
import Sources

extension OpenSource {
  /// Looks for JPEG streams inside the file that would be decoded over and over.
  ///
  /// - Throws: what keeps them from being decoded.
  func checkScans() throws {
    guard kept?.areScansChecked != true else { return }
    do throws(TIFFError) {
      guard try haveMoreScans(than: JPEGSource.mostScans) else {
        kept?.areScansChecked = true
        return
      }
    } catch {
      if let failure = error.fileError { throw failure }
      throw Self.refusal(error)
    }
    throw JPEGSource.hasTooManyScans
  }

  private func haveMoreScans(than limit: Int) throws(TIFFError) -> Bool {
    switch format {
    case .tiff:
      return try contents.jpegParts(page: request.pageNumber)?.haveMoreScans(than: limit) ?? false
    case .pdf: return try WrappedJPEGs(in: file).haveMoreScans(than: limit)
    case .svg: return try WrappedJPEGs(in: file).haveMoreScansInText(than: limit)
    // Who decodes these counts scans, or meets no JPEG.
    case .jpeg, .png, .webp, .gif, .heif, .avif, .jpeg2000, .cbz, .djvu: return false
    }
  }
}
