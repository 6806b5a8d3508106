import PDFPages

/// What stays of a document where one process cuts several of its pages.
package final class OpenDocument {
  var opened: (document: PDFDocument, pages: Int)?
  /// Whether the JPEG streams of all the file were looked at.
  var areScansChecked = false

  package init() {}
}
