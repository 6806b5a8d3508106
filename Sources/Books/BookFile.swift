import ByteText
import TileViewport

/// What somebody wrote of a book beside it: `book.json` in a folder, `NAME.book.json` beside a file.
///
/// All of it may be left out; what is misspelt must not go unheard.
package struct BookFile: Equatable, Sendable {
  /// A page as it lies, before anything is put into another order.
  package enum PageName: Equatable, Sendable {
    /// From 1.
    case number(Int)
    /// In a folder: the file's name.
    case file(String)
  }

  /// A page that is named, and where.
  struct Mention: Equatable, Sendable {
    let page: PageName
    let key: String
    let line: Int
  }

  struct Label: Equatable, Sendable {
    let from: Mention
    let style: PageLabels.Style
    let prefix: String
    let first: Int
  }

  struct Entry: Equatable, Sendable {
    let title: String
    let page: Mention?
    let parts: [Entry]
  }

  /// Longer ones are something else.
  package static let longest = 1 << 20
  static let mostEntries = 50_000

  var words = BookWords()
  var direction: ReadingDirection?
  var layout: BookLayout?
  var cover: Pairing.Cover?
  var isShifted: Bool?
  /// Those that come first, in this order.
  var pages: [Mention] = []
  var hidden: [Mention] = []
  /// Those that are no half of a spread.
  var single: [Mention] = []
  var labels: [Label] = []
  var outline: [Entry] = []
}

extension BookFile.PageName: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .file(let name): "'\(name.prefix(60))'"
    }
  }
}
