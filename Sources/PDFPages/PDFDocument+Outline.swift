import CPDFium

/// An entry of a document's outline, as one line of a list.
package struct PDFHeading: Equatable, Sendable {
  /// 0 for those that lie below nothing else.
  package let depth: Int
  package let title: String
  /// From 1; nil where it leads to no page of the document.
  package let page: Int?
}

extension PDFDocument {
  private static let deepest = 32
  private static let mostEntries = 50_000
  /// Bytes of all titles.
  private static let mostBytes = 4 << 20
  /// Units of UTF-16 that a title is read with, and characters that are told of it.
  private static let longestTitle = (read: 1 << 15, told: 300)

  /// The document's outline, from its first entry on, each before those below it.
  ///
  /// - Parameter goesOn: asked before each entry; no ends the list there.
  /// - Returns: none for a document without one; and whether these are all.
  package func outline(
    while goesOn: () -> Bool
  ) -> (headings: [PDFHeading], isWhole: Bool) {
    var headings: [PDFHeading] = []
    var isWhole = true
    var room = Self.mostBytes
    // Damaged documents have entries that follow themselves.
    var seen: Set<UInt> = []
    var line: [Bookmark] = []
    func enter(_ bookmark: Bookmark?) {
      guard let bookmark else { return }
      guard bookmark.depth < Self.deepest else {
        isWhole = false
        return
      }
      guard seen.insert(bookmark.key).inserted else { return }
      line.append(bookmark)
    }
    enter(first(below: nil))
    while let bookmark = line.popLast() {
      guard seen.count <= Self.mostEntries, goesOn() else {
        isWhole = false
        break
      }
      if let title = title(of: bookmark) {
        room -= title.utf8.count
        guard room >= 0 else {
          isWhole = false
          break
        }
        headings.append(
          PDFHeading(depth: bookmark.depth, title: title, page: page(of: bookmark)))
      }
      enter(next(behind: bookmark))
      enter(first(below: bookmark))
    }
    return (headings, isWhole)
  }

  /// An entry where the engine has it.
  @safe
  private struct Bookmark {
    let pointer: FPDF_BOOKMARK
    let depth: Int

    init?(_ pointer: FPDF_BOOKMARK?, depth: Int) {
      guard let pointer = unsafe pointer else { return nil }
      unsafe self.pointer = pointer
      self.depth = depth
    }

    var key: UInt { UInt(bitPattern: unsafe pointer) }
  }

  private func first(below bookmark: Bookmark?) -> Bookmark? {
    unsafe Bookmark(
      pdfium.table.pointee.FPDFBookmark_GetFirstChild(document, bookmark?.pointer),
      depth: bookmark.map { $0.depth + 1 } ?? 0)
  }

  private func next(behind bookmark: Bookmark) -> Bookmark? {
    unsafe Bookmark(
      pdfium.table.pointee.FPDFBookmark_GetNextSibling(document, bookmark.pointer),
      depth: bookmark.depth)
  }

  private func title(of bookmark: Bookmark) -> String? {
    let text = unsafe EngineText.read(longest: Self.longestTitle.read) { buffer, length in
      unsafe pdfium.table.pointee.FPDFBookmark_GetTitle(bookmark.pointer, buffer, length)
    }
    return text?.onOneLine(longest: Self.longestTitle.told)
  }

  private func page(of bookmark: Bookmark) -> Int? {
    guard
      let destination = unsafe pdfium.table.pointee.FPDFBookmark_GetDest(
        document, bookmark.pointer)
    else { return nil }
    let page = unsafe pdfium.table.pointee.FPDFDest_GetDestPageIndex(document, destination)
    return page < 0 ? nil : Int(page) + 1
  }
}
