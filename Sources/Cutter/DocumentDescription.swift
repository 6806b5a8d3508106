import BookText
import Books
import CodecErrors
package import DecoderChildren
import Decoding
import PDFPages
package import Posix
import Sources
import TileGeometry

extension SourceCopies {
  /// Has a document describe itself, page by page, for as long as there is time.
  ///
  /// - Parameters:
  ///   - request: how much of it.
  ///   - file: what is written, as ``DocumentReport`` reads it.
  /// - Throws: what keeps it from being read.
  package func describe(
    _ request: DocumentRequest, into file: borrowing FileDescriptor
  ) throws {
    try write(
      request, into: file, enough: DocumentReport.enough,
      head: { document in
        var head = DocumentHead(pages: document.pageCount)
        if request.first == 1 || request.source.readsNames {
          document.describe(
            in: &head, labels: request.source.readsNames,
            outline: request.source.readsNames && !request.leavesOutline)
        }
        if request.first == 1 { document.foresee(in: &head, request.source) }
        return DocumentReport.bytes(head)
      },
      page: { document, page in
        DocumentReport.bytes(try document.description(ofPage: page, request.source))
      })
  }

  /// Writes the text of a document's pages, for as long as there is time.
  ///
  /// - Parameters:
  ///   - request: of which pages.
  ///   - file: what is written, as ``TextReport`` reads it.
  /// - Throws: what keeps it from being read.
  package func readText(
    _ request: DocumentRequest, into file: borrowing FileDescriptor
  ) throws {
    try write(
      request, into: file, enough: TextReport.enough, head: { _ in [] },
      page: { document, page in TextReport.bytes(try document.text(ofPage: page)) })
  }

  /// Writes what is asked of a document: its head, a page, and others as long as there is time.
  ///
  /// - Parameters:
  ///   - request: from which page on, and for how long.
  ///   - file: what is written.
  ///   - enough: as many bytes end it.
  ///   - head: tells of the document.
  ///   - tell: of one of them.
  /// - Throws: what keeps it from being read.
  private func write(
    _ request: DocumentRequest, into file: borrowing FileDescriptor, enough: Int,
    head: (any DescribedDocument) throws -> [UInt8],
    page tell: (any DescribedDocument, Int) throws -> [UInt8]
  ) throws {
    let end = Instant.now + .seconds(request.seconds)
    guard let document = try OpenSource(self, request.source).described() else {
      throw CutFailure(.source, "it is no document")
    }
    let pages = document.pageCount
    try file.empty()
    var bytes = try head(document)
    try unsafe file.write(bytes.span.bytes, at: 0)
    var length = Int64(bytes.count)
    var page = max(1, request.first)
    while page <= pages {
      bytes = try tell(document, page)
      try unsafe file.write(bytes.span.bytes, at: length)
      length += Int64(bytes.count)
      guard Instant.now < end, length < enough, page < document.lastPage else { return }
      page += 1
    }
  }
}

/// A file of several pages, as whoever asks about it wants it.
protocol DescribedDocument {
  /// From 1 to as many as documents may have.
  var pageCount: Int { get }
  /// The last one that can be told of in this answer; others are asked about anew.
  var lastPage: Int { get }

  /// Says what is known of all of it.
  ///
  /// - Parameters:
  ///   - head: what is filled in.
  ///   - readsLabels: whether labels are looked at.
  ///   - readsOutline: whether the outline is.
  func describe(
    in head: inout DocumentHead, labels readsLabels: Bool, outline readsOutline: Bool)

  /// Says how large pages will be, where that takes no reading of them.
  ///
  /// - Parameters:
  ///   - head: what is filled in.
  ///   - request: how they would be cut.
  func foresee(in head: inout DocumentHead, _ request: SourceRequest)

  /// How large a page's image is, and where the page leads; unknown for one that can't be cut.
  func description(ofPage page: Int, _ request: SourceRequest) throws -> DocumentReport.Page

  /// The words of a page; nil for one that can't be read.
  func text(ofPage page: Int) throws -> PageText?
}

extension DescribedDocument {
  var lastPage: Int { pageCount }
}

extension PDFDocument: DescribedDocument {
  func describe(
    in head: inout DocumentHead, labels readsLabels: Bool, outline readsOutline: Bool
  ) {
    head.fill(from: self, labels: readsLabels, outline: readsOutline)
  }

  func foresee(in head: inout DocumentHead, _ request: SourceRequest) {
    let end = Instant.now + DocumentHead.foresight
    var sizes = Runs<PageSize>()
    for page in 1...pageCount {
      if let last = sizes.runs.last?.value, Instant.now >= end {
        // As large as those before, until it is known better.
        sizes.append(last, times: pageCount - page + 1)
        break
      }
      guard let box = size(ofPage: page) else { return }
      let density = PageDensity(
        width: box.width, height: box.height, wanted: request.rules.dotsPerInch)
      sizes.append(PageSize(density.size, density: density.dotsPerInch))
    }
    head.setSheets(sizes)
  }

  /// How large a page's image is, and where the page leads.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - request: how it would be cut.
  /// - Returns: unknown for one that can't be cut.
  /// - Throws: what the system said.
  func description(
    ofPage page: Int, _ request: SourceRequest
  ) throws(CodecError) -> DocumentReport.Page {
    do throws(CodecError) {
      let page = try self.page(page)
      let mostPixels = request.limits.pixels(of: .pdf)
      let density = PageDensity(
        of: page, page.picture, wanted: request.rules.dotsPerInch, mostPixels: mostPixels)
      guard density.size.width * density.size.height <= Int64(mostPixels) else { return .unknown }
      let detail = DrawnDetail.levels(
        of: density.size, most: density.isVector ? DrawnDetail.bounds.upperBound : 0)
      return DocumentReport.Page(
        PageSize(density.size, density: density.dotsPerInch, detail: detail), links: page.links)
    } catch {
      guard error.systemError == nil else { throw error }
      return .unknown
    }
  }

  /// The words of a page; nil for one that can't be read.
  func text(ofPage page: Int) throws(CodecError) -> PageText? {
    do throws(CodecError) {
      return try self.page(page).text()
    } catch {
      guard error.systemError == nil else { throw error }
      return nil
    }
  }
}

extension DocumentHead {
  /// What is looked for in outlines and labels at most, in wall seconds: damaged ones go round in
  /// circles.
  private static let patience = Duration.seconds(3)
  /// The same of pages' boxes: whoever waits for them waits to see a page.
  fileprivate static let foresight = Duration.milliseconds(30)

  fileprivate mutating func fill(
    from document: PDFDocument, labels readsLabels: Bool, outline readsOutline: Bool
  ) {
    title = document.text(of: .title)
    author = document.text(of: .author)
    subject = document.text(of: .subject)
    keywords = document.text(of: .keywords)
    date = document.text(of: .created).flatMap(Self.day)
    isRightToLeft = document.isRightToLeft
    allowsCopying = document.allowsCopying
    guard readsLabels else { return }
    let end = Instant.now + Self.patience
    var names: [String] = []
    var isNamed = false
    for page in 1...pages where Instant.now < end {
      let label = document.label(ofPage: page)
      isNamed = isNamed || label != nil
      names.append(label ?? String(page))
    }
    if isNamed, names.count == pages { setLabels(names) }
    guard readsOutline else { return }
    let outline = document.outline { Instant.now < end + Self.patience }
    if !outline.isWhole { missing = Self.cutOutline }
    headings = outline.headings.map { heading in
      let page = heading.page.flatMap { $0 <= pages ? $0 : nil }
      return Heading(depth: heading.depth, title: heading.title, page: page)
    }
  }

  /// The day of a date as PDF writes it: `D:20261122150000Z`.
  private static func day(_ date: String) -> String? {
    let digits = date.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
    guard digits.count >= 8 else { return nil }
    let parts = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6).prefix(2)]
    return parts.joined(separator: "-")
  }
}
