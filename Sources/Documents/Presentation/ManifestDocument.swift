import ByteText
package import Books
package import ImageRequest
import PictureWords
import TileViewport

/// A book in the words of the IIIF Presentation API.
package struct ManifestDocument: Sendable {
  let book: Book
  let base: String
  let limits: RequestLimits

  /// A manifest.
  ///
  /// - Parameters:
  ///   - book: what it tells of.
  ///   - base: scheme, host and prefix, without a slash at the end.
  ///   - limits: of whole pictures.
  package init(_ book: Book, base: String, limits: RequestLimits) {
    self.book = book
    self.base = base
    self.limits = limits
  }

  /// Whether there is a page to show; without one there is no manifest.
  package var hasCanvases: Bool { book.sizes.runs.contains { $0.value.pixels != nil } }

  /// The manifest.
  ///
  /// - Parameter version: of the API that is spoken.
  /// - Returns: one line with its end.
  package func manifest(_ version: IIIFVersion) -> String {
    switch version {
    case .three: Manifest3(self).manifest()
    case .two: Manifest2(self).manifest()
    }
  }

  /// One page by itself.
  ///
  /// - Parameters:
  ///   - version: of the API that is spoken.
  ///   - number: the page's in the order of reading, from 1.
  /// - Returns: one line with its end; nil where there is no such page.
  package func canvas(_ version: IIIFVersion, _ number: Int) -> String? {
    guard let page = page(at: number - 1) else { return nil }
    return switch version {
    case .three: Manifest3(self).document(of: page)
    case .two: Manifest2(self).document(of: page)
    }
  }

  /// One entry of the outline by itself.
  ///
  /// - Parameters:
  ///   - version: of the API that is spoken.
  ///   - number: in the order of the manifest, from 1.
  /// - Returns: one line with its end; nil where there is no such entry.
  package func range(_ version: IIIFVersion, _ number: Int) -> String? {
    switch version {
    case .three: Manifest3(self).document(ofRange: number)
    case .two: Manifest2(self).document(ofRange: number)
    }
  }

  func page(at place: Int) -> BookPage? { book.page(at: place, base: base, limits: limits) }

  /// Whether somebody has made links of places of a page.
  func leads(_ page: BookPage) -> Bool { book.links[page.place]?.isEmpty == false }

  /// What a page's words are told by.
  static let altoProfile = "http://www.loc.gov/standards/alto/v4/alto.xsd"

  func alto(of page: BookPage) -> String {
    ReadingLinks(book.images.path(at: page.place), base: base).alto
  }

  /// The outline without what leads to no page of the manifest.
  var outline: [OutlineEntry] {
    book.outline.compactMap { entry in
      entry.pruned { $0 < book.pageCount && book.sizes[$0].pixels != nil }
    }
  }

  /// Where the book is listed: the collection of its folder, or the document that a page is of.
  var container: (path: [UInt8], isDocument: Bool) {
    let path = book.path
    switch book.kind {
    case .folder: return (path, false)
    case .page:
      let end = path.lastIndex(of: UInt8(ascii: ";")) ?? path.endIndex
      return (Array(path[..<end]), true)
    case .tiff, .pdf, .cbz, .epub, .djvu, .image: return (path.folder ?? [], false)
    }
  }

  /// The book's licence or statement of rights, where it is one of those that readers know: only
  /// these may stand as such, and are called as their makers call them.
  var rights: String? {
    book.words.rights.flatMap(RightsStatement.name)
  }

  /// What is said of the book, as pairs to show.
  var statements: [BookWords.Statement] {
    let words = book.words
    let known = [
      ("Author", words.creator), ("Date", words.date), ("Language", words.language),
      ("Rights", rights == nil ? words.rights : nil),
    ]
    return known.compactMap { label, value in
      value.map { BookWords.Statement(label: label, values: [$0], isNamedByUs: true) }
    } + words.metadata
  }
}

extension [UInt8] {
  /// The path of the folder that a path lies in; nil for what lies in the root.
  var folder: [UInt8]? { lastIndex(of: ASCII.slash).map { Array(self[..<$0]) } }
}

extension BookLayout {
  /// As the Presentation API calls it, in both of its versions.
  var behavior: String {
    switch self {
    case .single: "individuals"
    case .spreads: "paged"
    case .scroll: "continuous"
    }
  }
}

extension ReadingDirection {
  /// As the Presentation API calls it; nil for what goes without saying.
  var viewingDirection: String? {
    switch self {
    case .leftToRight: nil
    case .rightToLeft: "right-to-left"
    case .topToBottom: "top-to-bottom"
    case .bottomToTop: "bottom-to-top"
    }
  }
}
