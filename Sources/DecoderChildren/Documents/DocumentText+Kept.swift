package import BookText

/// The words of a document, as they are kept for later: the words of a child, all pages in one.
extension DocumentText {
  /// Reads what was kept; nil for what is not all of such a document.
  ///
  /// - Parameters:
  ///   - bytes: as ``kept`` wrote them, or anything else.
  ///   - pageCount: how many pages the document has.
  package init?(kept bytes: [UInt8], pageCount: Int) {
    guard let report = TextReport(parsing: bytes, mostPages: pageCount),
      report.pages.count == pageCount
    else { return nil }
    self.init(pageCount: pageCount)
    for page in report.pages { append(page) }
    guard unreadable.isEmpty else { return nil }
  }

  /// What is to be kept; nil while there is more to be read, and where a page may be read next time.
  package var kept: [UInt8]? {
    guard isComplete, unreadable.isEmpty else { return nil }
    return pages.reduce(into: []) { $0 += TextReport.bytes($1.text) }
  }
}
