import PNGRows
import PyramidFile
import PyramidFormat
import Sandbox
import Sources

extension NurseryRole {
  /// Who reads a source, as far as its head tells; who finds out later that a library is wanted is
  /// followed by one that has it.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - format: what its first bytes say.
  ///   - request: how it is to be read.
  init(for source: LocalFile, of format: SourceFormat?, by request: SourceRequest) {
    let rules = request.rules
    switch rules.pageEngine(of: format) {
    case .pdfium: self = .pageCutter
    // What kinds of pictures there are is known once it is read.
    case .archive: self = .libraryCutter
    case .djvu, .poppler, nil:
      // JPEG tiles as a rule take nothing but libjpeg.
      let isEasy = rules.recipe(of: format).format == .jpeg && Self.isEasy(source, format, request)
      self = isEasy ? .cutter : .libraryCutter
    }
  }

  /// Whether the source as a rule takes no other library.
  private static func isEasy(
    _ source: LocalFile, _ format: SourceFormat?, _ request: SourceRequest
  ) -> Bool {
    switch format {
    case .jpeg, .djvu: return true
    case .png:
      guard
        let header = try? PNGHeader(of: { try source.read(at: $0, into: &$1) })
      else { return false }
      return header.isToldWhole && header.bands % 2 == 1
    case .tiff:
      let contents = try? SourceContents(.tiff, in: source)
      guard let parts = try? contents?.parts(page: request.pageNumber) else { return false }
      return !parts.hasProfile && parts.samplesPerPixel % 2 == 1
    case .webp, .gif, .heif, .avif, .jpeg2000, .svg, .pdf, .cbz, nil: return false
    }
  }
}
