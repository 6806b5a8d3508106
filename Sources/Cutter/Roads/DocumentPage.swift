import DecoderChildren
import Decoding
import PDFPages
import Sources

/// A page that is to be cut, and how it can be.
struct DocumentPage {
  private let opened: OpenSource
  private let page: PDFPage
  private let picture: PagePicture?
  private let density: PageDensity
  private let facts: PageFacts
  private let count: Int

  /// - Parameters:
  ///   - opened: the file.
  ///   - document: what it is opened as.
  ///   - pages: how many it has.
  /// - Throws: what keeps the page from being read.
  init(_ opened: OpenSource, of document: PDFDocument, pages: Int) throws {
    self.opened = opened
    let number = opened.request.pageNumber
    count = pages
    if let refusal = SourceRefusal(page: number, of: count) {
      throw CutFailure(refusal, by: opened.request.limits)
    }
    try opened.checkScans()
    page = try document.page(number)
    try page.checkScans(most: JPEGSource.mostScans)
    picture = page.picture
    density = PageDensity(
      of: page, picture, wanted: opened.request.rules.dotsPerInch,
      mostPixels: opened.request.limits.pixels(of: .pdf))
    facts = PageFacts(
      number: number, label: opened.request.readsNames ? page.label : nil, width: page.width,
      height: page.height, isVector: density.isVector,
      linkCount: opened.request.readsNames ? page.links.count : nil)
  }

  /// A scan is taken over where it can be; all else is drawn.
  func road() throws -> any CutRoad {
    if density.isOfPicture, let picture,
      let road = EmbeddedRoad(
        page, picture, density.size, facts, pages: count, opened, instead: drawn)
    {
      return road
    }
    return try drawn()
  }

  private func drawn() throws -> DrawnRoad {
    try DrawnRoad(
      page, facts, of: count, opened, density.size,
      scan: picture.flatMap { $0.isScan ? $0 : nil })
  }
}
