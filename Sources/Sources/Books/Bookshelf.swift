package import Books
import ByteText
import Posix
import TileGeometry

/// Whatever has an address, as a book.
///
/// No page is opened for it: how large they are, the heads of their files say.
package struct Bookshelf<Files: BookFiles>: Sendable {
  let files: Files
  /// How long files are looked into for one book.
  private let patience: Duration

  package init(_ files: Files, patience: Duration) {
    self.files = files
    self.patience = patience
  }

  /// What a file is.
  ///
  /// - Parameter path: below the root.
  /// - Returns: nil for none.
  /// - Throws: what keeps the file system from telling.
  package func glance(at path: [UInt8]) throws(Files.Failure) -> BookGlance? {
    try files.glance(at: path, until: Instant.now + patience)
  }

  package func failure(_ trouble: BookTrouble, at path: [UInt8]) -> Files.Failure {
    files.failure(trouble, at: path)
  }

  // MARK: Books

  /// A folder's own images; files of several pages are books by themselves, and left out.
  ///
  /// - Parameter path: below the root; empty for the root itself.
  /// - Returns: all of them, in natural order or in that of the folder's `book.json`.
  /// - Throws: what keeps them from being looked at, and too many of them.
  package func book(ofFolder path: [UInt8]) throws(Files.Failure) -> Book {
    let images = try contents(of: path).images
    return try withWords(read([path.joined(Self.ownName)], of: book(of: images, in: path)))
  }

  /// The same of a folder of which somebody has said how it is to be read.
  ///
  /// - Parameter path: below the root; empty for the root itself.
  /// - Returns: nil for a folder without a `book.json`.
  /// - Throws: what keeps its images from being looked at, and too many of them.
  package func book(ofTitledFolder path: [UInt8]) throws(Files.Failure) -> Book? {
    try files.isFile(at: path.joined(Self.ownName)) ? book(ofFolder: path) : nil
  }

  /// The pages of a file that has several, or that a decoder describes.
  package func book(ofDocument path: [UInt8]) throws(Files.Failure) -> Book {
    // What has become another file meanwhile is a picture that nobody knows.
    let facts =
      try files.facts(of: path)
      ?? DocumentFacts(.tiff, pageCount: 1, sizes: Runs([.unknown]))
    guard facts.pageCount <= Book.pageLimit else {
      throw files.failure(.tooManyPages(facts.pageCount), at: path)
    }
    guard facts.isComplete else {
      throw files.failure(.stillReading(facts.sizes.count, of: facts.pageCount), at: path)
    }
    return try withWords(read(Self.names(beside: path), of: Book(facts, at: path)))
  }

  /// The same as far as it can be foreseen while its pages are still being looked at.
  ///
  /// - Parameter path: of the file, below the root.
  /// - Returns: nil where nothing is foreseen, and where all is known.
  /// - Throws: what keeps the files beside it from being read.
  package func foreseenBook(ofDocument path: [UInt8]) throws(Files.Failure) -> Book? {
    guard let facts = try files.facts(of: path), !facts.isComplete,
      let foreseen = facts.foreseeing, facts.pageCount <= Book.pageLimit
    else { return nil }
    return try withWords(read(Self.names(beside: path), of: Book(foreseen, at: path)))
  }

  /// One image, or one page of a file.
  ///
  /// - Parameters:
  ///   - path: below the root.
  ///   - size: its own.
  ///   - isPage: whether it is a page of a file that has several.
  /// - Returns: a book of one page.
  /// - Throws: what keeps the file beside it from being read.
  package func book(
    ofImage path: [UInt8], _ size: PageSize, isPage: Bool
  ) throws(Files.Failure) -> Book {
    let book = Book(
      path: path, kind: isPage ? .page : .image, images: .files([path]),
      sizes: Runs([size]))
    return try withWords(isPage ? book : read(Self.names(beside: path), of: book))
  }

  /// How large an image is that nobody has cut.
  ///
  /// - Parameters:
  ///   - path: below the root, with the page of a file that has several.
  ///   - page: from 1; nil for a file that is one image.
  /// - Returns: nil where that is known once it is cut.
  /// - Throws: what keeps its file from being read.
  package func size(ofUncut path: [UInt8], page: Int?) throws(Files.Failure) -> PageSize? {
    if let page {
      guard let document = ImageIdentifier(path: path)?.asPage?.document else { return nil }
      return try files.size(ofPage: page, in: document.bytes)
    }
    switch try files.glance(at: path, until: Instant.now + patience) {
    case .image(let size): return size.map { PageSize($0) }
    case .document, nil: return nil
    }
  }

  // MARK: Collections

  /// What a folder holds that has a manifest or a collection.
  ///
  /// - Parameter path: below the root; empty for the root itself.
  /// - Returns: what the folder is called, and its own images, as one, then its folders, then its
  ///   documents.
  /// - Throws: what keeps them from being looked at, and too many of them.
  package func items(
    ofFolder path: [UInt8]
  ) throws(Files.Failure) -> (title: String, items: [ShelfItem]) {
    let end = Instant.now + patience
    let found = try contents(of: path)
    let count = found.folders.count + found.documents.count + 1
    guard count <= ShelfItem.limit else { throw files.failure(.tooManyItems(count), at: path) }
    let book = try read([path.joined(Self.ownName)], of: book(of: found.images, in: path))
    var items: [ShelfItem] = []
    if let cover = (0..<book.pageCount).first(where: { book.sizes[$0].pixels != nil }) {
      items.append(
        ShelfItem(.images, path: path, title: book.title, cover: book.images.path(at: cover)))
    }
    for folder in found.folders {
      // An extra: what can't be told of it in time is left out.
      let cover = files.cover(of: folder, until: end)
      items.append(ShelfItem(.folder, path: folder, title: Book.name(of: folder), cover: cover))
    }
    for document in found.documents {
      items.append(
        ShelfItem(.document, path: document, title: Book.name(of: document), cover: document))
    }
    return (book.title, items)
  }

  // MARK: What they are made of

  private struct Contents {
    var folders: [[UInt8]] = []
    var documents: [[UInt8]] = []
    var images: [(path: [UInt8], size: PageSize)] = []
  }

  private func book(
    of images: [(path: [UInt8], size: PageSize)], in folder: [UInt8]
  ) -> Book {
    Book(
      path: folder, kind: .folder, images: .files(images.map(\.path)),
      sizes: Runs(images.lazy.map(\.size)))
  }

  private func contents(of folder: [UInt8]) throws(Files.Failure) -> Contents {
    let end = Instant.now + patience
    var contents = Contents()
    for item in try files.items(of: folder) {
      let path = folder.joined(item.name.bytes)
      guard !item.isFolder else {
        contents.folders.append(path)
        continue
      }
      switch try files.glance(at: path, until: end) {
      case .document: contents.documents.append(path)
      case .image(let size): contents.images.append((path, PageSize(size)))
      case nil: break
      }
      guard contents.images.count <= Book.pageLimit else {
        throw files.failure(.tooManyImages, at: folder)
      }
      guard Instant.now < end else { throw files.failure(.stillLooking, at: folder) }
    }
    return contents
  }

  // MARK: What is written of them

  private static var ownName: [UInt8] { Array("book.json".utf8) }

  /// What a file beside another one is called that speaks of it: `scan.tif.book.json`, or for short
  /// `scan.book.json`.
  private static func names(beside path: [UInt8]) -> [[UInt8]] {
    var names = [path]
    let start = path.lastIndex(of: ASCII.slash).map { $0 + 1 } ?? 0
    if let dot = path.lastIndex(of: ASCII.dot), dot > start { names.append(Array(path[..<dot])) }
    return names.map { $0 + ".".utf8 + ownName }
  }

  /// The book as the first of some files wants it read that is there.
  private func read(_ paths: [[UInt8]], of book: Book) throws(Files.Failure) -> Book {
    for path in paths {
      guard let bytes = try files.bytes(of: path, limit: BookFile.longest + 1) else { continue }
      let name = Book.name(of: path)
      guard bytes.count <= BookFile.longest,
        let text = String(validating: bytes, as: UTF8.self)
      else { throw files.failure(.noText(name: name), at: path) }
      do throws(JSON5Problem) {
        let read = book.reading(try BookFile(parsing: text), named: name)
        for trouble in read.troubles { files.note(trouble, at: path) }
        return read
      } catch {
        throw files.failure(.file(name: name, error), at: path)
      }
    }
    return book
  }
}

extension [UInt8] {
  /// A path with one more part below it.
  package func joined(_ below: [UInt8]) -> [UInt8] {
    if isEmpty { return below }
    return below.isEmpty ? self : self + [ASCII.slash] + below
  }
}
