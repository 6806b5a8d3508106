import DecoderChildren
import Decoding
import PDFPages
import Sources

/// A page that is to be cut, and how it can be.
struct DocumentPage {
  private let opened: OpenSource
  private let page: PDFPage
  private let facts: PageFacts
  private let count: Int

  /// How finely a page with a picture of great fineness is drawn at most, in dots per inch: what lies
  /// over the picture is of vectors and as sharp without it.
  private static let finestMixture = 600.0

  /// - Parameter opened: The document.
  /// - Throws: What keeps the page from being read.
  init(_ opened: OpenSource) throws {
    self.opened = opened
    let document = try PDFDocument(try opened.source.openedAnywhere())
    let number = opened.request.page ?? 1
    count = try document.countedPages()
    guard number <= count else {
      throw CutFailure(.noPage(number, of: count), by: opened.request.limits)
    }
    page = try document.page(number)
    facts = PageFacts(number: number, label: page.label, width: page.width, height: page.height)
  }

  /// A scan is taken over where it can be; all else is drawn, as finely as what it has.
  func road() throws -> any CutRoad {
    let wanted = opened.request.rules.dotsPerInch
    guard let picture = page.picture else {
      return try DrawnRoad(page, facts, of: count, opened, dotsPerInch: wanted)
    }
    if let road = EmbeddedRoad(page, picture, facts, pages: count, opened) { return road }
    let density =
      picture.isScan
      ? picture.dotsPerInch
      : max(wanted, min(picture.dotsPerInch, Self.finestMixture))
    return try DrawnRoad(page, facts, of: count, opened, dotsPerInch: density)
  }
}
