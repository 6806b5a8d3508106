package import ByteText
import TileViewport

extension Book {
  /// The same book as its file wants it read.
  ///
  /// - Parameter file: what somebody wrote of it.
  /// - Returns: a book whose pages may be fewer, and in another order.
  /// - Throws: where the file names a page that is not there.
  package func reading(_ file: BookFile) throws(JSON5Problem) -> Book {
    let finder = PageFinder(self)
    var book = self
    book.words = file.words.before(words)
    let hidden = Set(try finder.places(of: file.hidden))
    let first = try finder.places(of: file.pages)
    var seen = hidden
    var order: [Int] = []
    for place in first + Array(0..<pageCount) where seen.insert(place).inserted {
      order.append(place)
    }
    book.images = images.reordered(order)
    book.sizes = Runs(order.lazy.map { self.sizes[$0] })
    var places: [Int: Int] = [:]
    for (place, before) in order.enumerated() { places[before] = place }
    book.unpaired = Set(try finder.places(of: file.single).compactMap { places[$0] })
    if file.labels.isEmpty {
      book.labels = labels.map { labels in PageLabels(names: order.map { labels[$0] }) }
    } else {
      var runs: [PageLabels.Run] = []
      for label in file.labels {
        guard let start = places[try finder.place(of: label.from)] else { continue }
        runs.append(
          .init(start: start, style: label.style, prefix: label.prefix, first: label.first))
      }
      book.labels = PageLabels(runs)
    }
    book.outline =
      file.outline.isEmpty
      ? outline.map { $0.moved(places) }
      : try file.outline.map { (entry) throws(JSON5Problem) in try entry.resolved(finder, places) }
    book.layout = file.layout ?? (kind.isGuessed ? .guessed(book.sizes) : layout)
    let acrossPages: ReadingDirection = direction == .rightToLeft ? .rightToLeft : .leftToRight
    book.direction = file.direction ?? (book.layout == .scroll ? .topToBottom : acrossPages)
    book.pairing = Pairing(
      cover: file.cover ?? pairing.cover, isShifted: file.isShifted ?? pairing.isShifted)
    return book
  }
}

/// Finds the pages that a file names, as they lie.
private struct PageFinder {
  private let count: Int
  private var names: [String: Int] = [:]

  init(_ book: Book) {
    count = book.pageCount
    switch book.images {
    case .files(let paths):
      names.reserveCapacity(paths.count)
      for (place, path) in paths.enumerated() { names[Book.name(of: path)] = place }
    case .pages: break
    }
  }

  func place(of mention: BookFile.Mention) throws(JSON5Problem) -> Int {
    switch mention.page {
    case .number(let number) where number <= count: return number - 1
    case .file(let name):
      if let place = names[name] { return place }
    case .number: break
    }
    throw JSON5Problem(
      line: mention.line, detail: "\(mention.key): there is no page \(mention.page)")
  }

  func places(of mentions: [BookFile.Mention]) throws(JSON5Problem) -> [Int] {
    try mentions.map { (mention) throws(JSON5Problem) in try place(of: mention) }
  }
}

extension BookFile.Entry {
  /// The entry with its page in the order of reading; without one that is hidden.
  fileprivate func resolved(
    _ finder: PageFinder, _ places: [Int: Int]
  ) throws(JSON5Problem) -> OutlineEntry {
    let page = try page.map { (page) throws(JSON5Problem) in try finder.place(of: page) }
    return OutlineEntry(
      title: title, page: page.flatMap { places[$0] },
      parts: try parts.map { (part) throws(JSON5Problem) in try part.resolved(finder, places) })
  }
}

extension OutlineEntry {
  /// The same with its pages where others put them; without those that are hidden.
  fileprivate func moved(_ places: [Int: Int]) -> OutlineEntry {
    OutlineEntry(
      title: title, page: page.flatMap { places[$0] }, parts: parts.map { $0.moved(places) })
  }
}

extension PageImages {
  /// Some of them, in another order.
  fileprivate func reordered(_ places: [Int]) -> PageImages {
    switch self {
    case .files(let paths): .files(places.map { paths[$0] })
    case .pages(let file, let numbers): .pages(of: file, places.map { numbers[$0] })
    }
  }
}
