/// Where the images of a book's pages are found.
package enum PageImages: Equatable, Sendable {
  /// Files of their own, by their paths below the root, in the order of reading.
  case files([[UInt8]])
  /// Pages of one file, by its path and their numbers in it, from 1, in the order of reading.
  case pages(of: [UInt8], [Int])

  package var count: Int {
    switch self {
    case .files(let paths): paths.count
    case .pages(_, let numbers): numbers.count
    }
  }

  /// The path of a page's image.
  ///
  /// - Parameter place: the page's in the order of reading, from 0.
  /// - Returns: what images are asked for by.
  package func path(at place: Int) -> [UInt8] {
    switch self {
    case .files(let paths): paths[place]
    case .pages(let file, let numbers): file + ";\(numbers[place])".utf8
    }
  }
}
