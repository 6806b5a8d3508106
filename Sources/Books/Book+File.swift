import BookText
import ByteText
import TileViewport

extension Book {
  /// The same book as its file wants it read.
  ///
  /// A page that the file names and that is not there takes no other with it: it is passed over, and
  /// told among the book's ``troubles``.
  ///
  /// - Parameters:
  ///   - file: what somebody wrote of it.
  ///   - name: the file's own.
  /// - Returns: a book whose pages may be fewer, and in another order.
  package func reading(_ file: BookFile, named name: String) -> Book {
    var finder = PageFinder(self)
    var book = self
    book.words = file.words.before(words)
    let hidden = Set(finder.places(of: file.hidden))
    let first = finder.places(of: file.pages)
    var seen = hidden
    var order: [Int] = []
    for place in first + Array(0..<pageCount) where seen.insert(place).inserted {
      order.append(place)
    }
    book.images = images.reordered(order)
    book.sizes = Runs(order.lazy.map { self.sizes[$0] })
    var places: [Int: Int] = [:]
    for (place, before) in order.enumerated() { places[before] = place }
    book.unpaired = Set(finder.places(of: file.single).compactMap { places[$0] })
    if file.labels.isEmpty {
      book.labels = labels.map { labels in PageLabels(names: order.map { labels[$0] }) }
    } else {
      var runs: [PageLabels.Run] = []
      for label in file.labels {
        guard let start = finder.place(of: label.from).flatMap({ places[$0] }) else { continue }
        runs.append(
          .init(start: start, style: label.style, prefix: label.prefix, first: label.first))
      }
      book.labels = PageLabels(runs)
    }
    book.outline =
      file.outline.isEmpty
      ? outline.map { $0.moved(places) }
      : file.outline.map { $0.resolved(&finder, places) }
    book.links = [:]
    for (page, leading) in links {
      if let place = places[page] { book.links[place] = leading.compactMap { $0.moved(places) } }
    }
    book.layout = file.layout ?? (kind.isGuessed ? .guessed(book.sizes) : layout)
    let acrossPages: ReadingDirection = direction == .rightToLeft ? .rightToLeft : .leftToRight
    book.direction = file.direction ?? (book.layout == .scroll ? .topToBottom : acrossPages)
    book.pairing = Pairing(
      cover: file.cover ?? pairing.cover, isShifted: file.isShifted ?? pairing.isShifted)
    book.troubles = finder.missing.map { .file(name: name, $0) }
    return book
  }
}

/// Finds the pages that a file names, as they lie, and remembers those that are not there.
private struct PageFinder {
  /// Who mends these sees the others next.
  private static let mostMissing = 10

  private let count: Int
  private var names: [String: Int] = [:]
  private(set) var missing: [JSON5Problem] = []

  init(_ book: Book) {
    count = book.pageCount
    switch book.images {
    case .files(let paths):
      names.reserveCapacity(paths.count)
      for (place, path) in paths.enumerated() { names[Book.name(of: path)] = place }
    case .pages: break
    }
  }

  /// - Returns: nil for a page that is not there.
  mutating func place(of mention: BookFile.Mention) -> Int? {
    switch mention.page {
    case .number(let number) where number <= count: return number - 1
    case .file(let name):
      if let place = names[name] { return place }
    case .number: break
    }
    if missing.count < Self.mostMissing {
      missing.append(
        JSON5Problem(
          line: mention.line, detail: "\(mention.key): there is no page \(mention.page)"))
    }
    return nil
  }

  mutating func places(of mentions: [BookFile.Mention]) -> [Int] {
    mentions.compactMap { place(of: $0) }
  }
}

extension BookFile.Entry {
  /// The entry with its page in the order of reading; without one that is hidden or not there.
  fileprivate func resolved(_ finder: inout PageFinder, _ places: [Int: Int]) -> OutlineEntry {
    OutlineEntry(
      title: title, page: page.flatMap { finder.place(of: $0) }.flatMap { places[$0] },
      parts: parts.map { $0.resolved(&finder, places) })
  }
}

extension PageLink {
  /// The same to where others put its page; nil where that is hidden.
  fileprivate func moved(_ places: [Int: Int]) -> PageLink? {
    guard case .page(let page) = target else { return self }
    return places[page - 1].map { PageLink(box, to: .page($0 + 1)) }
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
