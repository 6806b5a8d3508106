package import DecoderChildren
package import Decoding
import PDFPages
import Posix

/// What stays of a document where one process cuts several of its pages.
package final class OpenDocument {
  var opened: (document: PDFDocument, pages: Int)?
  /// Whether the JPEG streams of all the file were looked at.
  var areScansChecked = false
  /// Pages that were looked for, and whether no more are.
  private var found = 0
  private var areFound = false
  /// Whether the document can't be read.
  private var isUnfit = false
  /// What finding them has taken.
  private var spent = Duration.zero

  /// Pages that are looked for at once: the one that is wanted waits for no more.
  private static let step = 16
  /// For how long pages are looked for: some documents' trees have no end.
  private static let patience = Duration.seconds(1)

  package init() {}

  /// Does a part of what any page takes before it can be read, while none is asked for: whatever is
  /// wrong with the document is told to who asks for one.
  ///
  /// PDFium finds a page by going through all before it, once.
  ///
  /// - Parameters:
  ///   - source: the document.
  ///   - request: how it is read.
  /// - Returns: whether there is more to be done.
  package func readOn(_ source: SourceCopies, _ request: SourceRequest) -> Bool {
    guard let opened, !isUnfit else { return false }
    guard areScansChecked else {
      isUnfit = (try? OpenSource(source, request, keeping: self).checkScans()) == nil
      return !isUnfit
    }
    guard !areFound else { return opened.document.lookForUnits() }
    let begun = Instant.now
    found = min(found + Self.step, opened.pages)
    let isThere = opened.document.size(ofPage: found) != nil
    spent += Instant.now - begun
    areFound = !isThere || found == opened.pages || spent >= Self.patience
    return true
  }
}
