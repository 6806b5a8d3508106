package import DecoderChildren
package import Decoding
import PDFPages
import Pixels
import PyramidFormat
import Sources
import TileGeometry

extension SourceFacts {
  /// What a page says of itself that is to be drawn.
  init(drawn page: PageFacts, _ size: PixelSize, pages: Int, _ recipe: PyramidRecipe) {
    self.init(
      format: SourceFormat.pdf.rawValue, width: Int(size.width), height: Int(size.height),
      color: .rgb, chroma: nil, samples: "8-bit", bands: 3, hasAlpha: false, orientation: 1,
      pages: pages, profile: "none", road: .drawn, isHeldWhole: false,
      estimatedMemory: CutCosts.drawn.libraries)
    self.page = page
    estimate(recipe, .drawn, bytesPerPixel: 4)
  }
}

extension OpenSource {
  /// The document that is drawn, with as many pages as it has.
  ///
  /// - Returns: nil for all other images.
  /// - Throws: what keeps it from being opened, or that its pages are none or too many.
  func document() throws -> (document: PDFDocument, pages: Int)? {
    guard request.rules.pageEngine(of: format) == .pdfium else { return nil }
    if let opened = kept?.opened { return opened }
    let document = try PDFDocument(try source.openedAnywhere())
    let opened = (document, try document.countedPages())
    kept?.opened = opened
    return opened
  }
}

extension OpenSource {
  /// The pictures of an archive.
  ///
  /// - Returns: nil for all other images.
  /// - Throws: what keeps it from being opened, or that it has no pictures, or too many.
  func archive() throws -> ArchivePages? {
    guard request.rules.pageEngine(of: format) == .archive else { return nil }
    return try ArchivePages(source)
  }

  /// The pages of a DjVu document.
  ///
  /// - Returns: nil for all other images.
  /// - Throws: what keeps it from being opened.
  func djvuPages() throws -> DjVuPages? {
    guard request.rules.pageEngine(of: format) == .djvu else { return nil }
    return try DjVuPages(source, request.limits)
  }

  /// What a file of pages says of itself.
  ///
  /// - Returns: nil for all other images.
  /// - Throws: what keeps it from being opened.
  func described() throws -> (any DescribedDocument)? {
    if let archive = try archive() { return archive }
    if let pages = try djvuPages() { return pages }
    return try document()?.document
  }
}

extension PDFDocument {
  /// - Throws: that there are no pages, or too many.
  fileprivate func countedPages() throws(CutFailure) -> Int {
    let count = pageCount
    guard count > 0 else { throw CutFailure(.source, "the document has no pages") }
    guard count <= CutLimits.documentPages else {
      throw CutFailure(
        .limit, "\(count) pages, more than the limit of \(CutLimits.documentPages)")
    }
    return count
  }
}

extension SourceCopies {
  /// How many pages the document has.
  ///
  /// - Parameters:
  ///   - request: how it would be cut.
  ///   - document: what stays open for its pages; nil where none is to be cut.
  /// - Returns: as many as may be told.
  /// - Throws: what keeps it from being read.
  package func pageCount(
    _ request: SourceRequest, keeping document: OpenDocument? = nil
  ) throws -> Int {
    let opened = try OpenSource(self, request, keeping: document)
    return try opened.described()?.pageCount ?? opened.pages.count
  }
}
