package import ByteText

/// Why something is no book.
package enum BookTrouble: Error, Equatable, Sendable {
  case tooManyPages(Int)
  case tooManyImages
  case tooManyItems(Int)
  /// There was no time to look at all of them; what was learned is kept.
  case stillLooking
  /// So many pages have been looked at, and more take more time; what was learned is kept.
  case stillReading(Int, of: Int)
  /// What somebody wrote of it is wrong.
  case file(name: String, JSON5Problem)
  /// What somebody wrote of it is no text, or too long.
  case noText(name: String)
}

extension BookTrouble: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooManyPages(let count):
      "the file has \(count) pages, and a manifest at most \(Book.pageLimit)"
    case .tooManyImages: "the folder has more images than a manifest may have: \(Book.pageLimit)"
    case .tooManyItems(let count):
      "the folder has \(count) folders and documents, and a collection at most \(ShelfItem.limit)"
    case .stillLooking: "the folder's images are still being looked at: ask again"
    case .stillReading(let known, let count):
      "the document is still being read, \(known) of \(count) pages are: ask again"
    case .file(let name, let problem): "\(name):\(problem.line): \(problem.detail)"
    case .noText(let name):
      "\(name) is not a text of at most \(BookFile.longest >> 20) MiB in UTF-8"
    }
  }
}
