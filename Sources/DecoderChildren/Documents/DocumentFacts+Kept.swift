package import Books
import TileViewport

/// What a document has said, as it is kept for later: the words of a child, all pages in one.
extension DocumentFacts {
  /// Reads what was kept; nil for what no document can be like.
  ///
  /// - Parameters:
  ///   - bytes: as ``kept`` wrote them, or anything else.
  ///   - request: how the document would be cut now.
  package init?(kept bytes: [UInt8], for request: SourceRequest) {
    guard
      let report = DocumentReport(
        parsing: bytes, for: DocumentRequest(request, from: 1, seconds: 0))
    else { return nil }
    self = report.head.facts
    for page in report.pages { append(page.size, links: page.links) }
  }

  /// What is to be kept; nil for what may be told better next time: a page that could not be read, or
  /// labels and an outline that could not, or not all of them.
  package var kept: [UInt8]? {
    guard names == .told, missing == nil,
      !sizes.runs.contains(where: { $0.value == .unknown })
    else { return nil }
    var bytes = DocumentReport.bytes(DocumentHead(self))
    var number = 0
    for run in sizes.runs {
      for _ in 0..<run.count {
        number += 1
        bytes += DocumentReport.bytes(
          DocumentReport.Page(run.value, links: links[number] ?? []))
      }
    }
    return bytes
  }
}

extension DocumentHead {
  /// What a child said that came to these facts.
  ///
  /// - Parameter facts: of a document.
  fileprivate init(_ facts: DocumentFacts) {
    self.init(pages: facts.pageCount)
    kind = Kind(of: facts.kind)
    title = facts.words.title
    author = facts.words.creator
    subject = facts.words.description
    keywords = facts.words.metadata.first?.values.first
    date = facts.words.date
    language = facts.words.language
    labels = (facts.labels?.runs ?? []).map {
      Label(start: $0.start, style: $0.style.rawValue, prefix: $0.prefix, first: $0.first)
    }
    put(facts.outline, depth: 0)
    isRightToLeft = facts.direction == .rightToLeft
    allowsCopying = facts.allowsCopying
  }

  private mutating func put(_ entries: [OutlineEntry], depth: Int) {
    for entry in entries {
      headings.append(Heading(depth: depth, title: entry.title, page: entry.page.map { $0 + 1 }))
      put(entry.parts, depth: depth + 1)
    }
  }
}

extension DocumentHead.Kind {
  fileprivate init(of kind: Book.Kind) {
    self =
      switch kind {
      case .cbz: .cbz
      case .epub: .epub
      case .djvu: .djvu
      case .pdf, .folder, .tiff, .image, .page: .pdf
      }
  }
}
