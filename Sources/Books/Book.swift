package import BookText
import ByteText
package import TileViewport

/// Anything that has an address, as pages: a folder, a file of several pages, a single image.
package struct Book: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case folder
    /// A TIFF file of several pages.
    case tiff
    case pdf
    /// Pictures in a ZIP file.
    case cbz
    /// Pictures that an EPUB has for pages.
    case epub
    case djvu
    /// An image by itself.
    case image
    /// A page of a file that has several.
    case page

    /// Whether the sizes of its pages tell how it is to be read, where nobody has said it: the
    /// pictures of other files need not be a book's.
    var isGuessed: Bool {
      switch self {
      case .folder, .pdf, .cbz, .epub, .djvu: true
      case .tiff, .image, .page: false
      }
    }
  }

  /// What may be told of the words on its pages.
  package enum Words: Sendable {
    /// There are none, or nobody knows them.
    case none
    /// Where something stands that is searched for.
    case searched
    /// All of them.
    case handedOut
  }

  /// As many pages as a manifest may have; viewers that read larger ones stand still.
  package static let pageLimit = 30_000

  /// Below the root; empty for the root itself.
  package var path: [UInt8]
  package var kind: Kind
  package var words = BookWords()
  package var images: PageImages
  /// One for each page.
  package var sizes: Runs<PageSize>
  /// What somebody said is printed on the pages; nil where nobody did.
  package var labels: PageLabels?
  package var outline: [OutlineEntry] = []
  /// Why its document does not tell all of its names and outline; nil where it does.
  package var missing: String?
  /// Where pages lead that lead anywhere, by their places from 0; to pages in the order of reading.
  package var links: [Int: [PageLink]] = [:]
  package var text = Words.none
  package var direction: ReadingDirection
  package var layout: BookLayout
  package var pairing = Pairing()
  /// The places of pages that are no half of a spread: fold-outs, covers, color cards.
  package var unpaired: Set<Int> = []
  /// What of its file could not be heeded.
  package var troubles: [BookTrouble] = []

  /// A book of which nobody has said how it is to be read.
  ///
  /// - Parameters:
  ///   - path: below the root.
  ///   - kind: what it is.
  ///   - images: of its pages.
  ///   - sizes: of its pages, as many.
  package init(path: [UInt8], kind: Kind, images: PageImages, sizes: Runs<PageSize>) {
    self.path = path
    self.kind = kind
    self.images = images
    self.sizes = sizes
    layout = kind.isGuessed ? .guessed(sizes) : .single
    direction = layout == .scroll ? .topToBottom : .leftToRight
  }

  package var pageCount: Int { images.count }

  /// Its title, or the name of what it is.
  package var title: String {
    words.title ?? Self.name(of: path)
  }

  /// What a page is called.
  ///
  /// - Parameter place: in the order of reading, from 0.
  /// - Returns: what is printed on it, where that is known; else its file's name, or its number.
  package func label(at place: Int) -> String {
    if let labels { return labels[place] }
    switch images {
    case .pages: return String(place + 1)
    case .files(let paths):
      let name = Self.name(of: paths[place])
      guard kind == .folder, let dot = name.lastIndex(of: "."), dot > name.startIndex else {
        return name
      }
      return String(name[..<dot])
    }
  }

  /// What a file or folder is called, for people.
  ///
  /// - Parameter path: below the root.
  /// - Returns: the last part of it; for the root a word of ours.
  package static func name(of path: [UInt8]) -> String {
    path.split(separator: ASCII.slash).last.map { String(decoding: $0, as: UTF8.self) } ?? "Images"
  }
}
