import BookText
import Books
import DecoderChildren
import Posix
import PyramidFile
import Sources
import Storage

/// What was learned of documents, in the store: a service that begins anew does not read them again.
struct KeptDocuments: Sendable {
  private let shelf: DocumentShelf
  private let request: SourceRequest
  private let isWritten: Bool

  /// - Parameters:
  ///   - shelf: where it is kept.
  ///   - request: how documents are read.
  ///   - isWritten: whether more may be put there.
  init(_ shelf: DocumentShelf, for request: SourceRequest, isWritten: Bool) {
    self.shelf = shelf
    self.request = request
    self.isWritten = isWritten
  }

  /// What a document said when it was last asked, as far as it was asked.
  func facts(of source: SourceRoot.Source) -> DocumentFacts? {
    for page in [SourceResolution.firstPage, nil] {
      guard let version = version(of: source, page: page),
        let bytes = shelf.contents(.book, of: version),
        let facts = DocumentFacts(kept: bytes, for: request), facts.pageOfName == page
      else { continue }
      return facts
    }
    return nil
  }

  func keep(_ facts: DocumentFacts, of source: SourceRoot.Source) {
    // What is being written may become another without looking different.
    guard isWritten, source.file.status.isAtRest, let bytes = facts.kept,
      let version = version(of: source, page: facts.pageOfName)
    else { return }
    // An extra: where it can't be kept the document is read again. Of a store that takes nothing the
    // pyramids tell.
    try? shelf.keep(bytes, .book, of: version)
  }

  /// The words of a document, where all of them were read.
  func text(of source: SourceRoot.Source) -> DocumentText? {
    guard let facts = facts(of: source),
      let version = version(of: source, page: facts.pageOfName),
      let bytes = shelf.contents(.text, of: version)
    else { return nil }
    return DocumentText(kept: bytes, pageCount: facts.pageCount)
  }

  func keep(_ text: DocumentText, of source: SourceRoot.Source) {
    guard isWritten, source.file.status.isAtRest, let bytes = text.kept,
      let version = version(
        of: source, page: text.pageCount == 1 ? nil : SourceResolution.firstPage)
    else { return }
    // An extra, as above.
    try? shelf.keep(bytes, .text, of: version)
  }

  private func version(of source: SourceRoot.Source, page: Int?) -> PyramidVersion? {
    request.rules.version(of: source, page: page)
  }
}

extension CuttingRules {
  /// What the pyramid of a page is called.
  ///
  /// - Parameters:
  ///   - source: the open file.
  ///   - page: from 1; nil where the file is one image.
  /// - Returns: nil for what nobody cuts.
  func version(of source: SourceRoot.Source, page: Int?) -> PyramidVersion? {
    guard let format = try? SourceFormat(of: source.file) else { return nil }
    return version(
      of: SourceIdentity(of: source.file, at: source.canonicalPath), page: page, format: format)
  }
}

extension DocumentFacts {
  /// The page whose pyramid lends them its name; nil where the file is one image.
  var pageOfName: Int? { pageCount == 1 ? nil : SourceResolution.firstPage }
}
