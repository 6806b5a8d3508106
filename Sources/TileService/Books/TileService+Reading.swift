import BookText
import Books
import Documents
import HTTPWire
import ImageRequest
import Posix
import Sources
import TileGeometry

extension TileService {
  /// What an address meant before books had words: a folder or a file that is called like them.
  func olderMeaning(of route: ReadingRoute, _ path: [UInt8]) throws(NotServed) -> [UInt8]? {
    guard let last = route.lastPart else { return nil }
    let older = path.joined(Array(last.utf8))
    return try index.status(of: older) == nil ? nil : older
  }

  /// The document that a decoder describes and that a path names, or a page of it.
  func describedDocument(of path: [UInt8]) throws(NotServed) -> [UInt8]? {
    if try index.document(at: path) != nil { return path }
    guard let document = ImageIdentifier(path: path)?.asPage?.document.bytes else { return nil }
    return try index.document(at: document) == nil ? nil : document
  }

  /// Whatever has an address, as a book; a page by itself is one too.
  func bookToRead(at path: [UInt8]) throws(NotServed) -> Book {
    if path.isEmpty { return try books.book(ofFolder: path) }
    if let status = try index.status(of: path) {
      guard status.kind != .folder else { return try books.book(ofFolder: path) }
      switch try books.glance(at: path) {
      case .document: return try books.book(ofDocument: path)
      case .image, nil: return try bookOfImage(at: path, page: nil)
      }
    }
    guard let (document, page) = ImageIdentifier(path: path)?.asPage,
      try index.status(of: document.bytes) != nil
    else { throw .absent }
    return try bookOfImage(at: path, page: page)
  }

  private func bookOfImage(at path: [UInt8], page: Int?) throws(NotServed) -> Book {
    var size = try books.size(ofUncut: path, page: page)
    if size == nil { size = index.open.current(path)?.pageSize }
    guard let size else {
      throw NotServed(.notFound, "there is no such page, or nobody knows how large it is")
    }
    return try books.book(ofImage: path, size, isPage: page != nil)
  }

  /// Answers what is asked of a book's words.
  func answerReading(
    _ route: ReadingRoute, of book: Book, _ request: borrowing Request,
    _ response: inout Response
  ) throws(NotServed) {
    let base = BaseAddress(request, configuration)
    switch route {
    case .outline:
      response.answerDocument(
        OutlineDocument(book).json, as: "application/json", for: request, isPacked: true)
    case .words:
      response.answerDocument(
        try words(of: book).json, as: "application/json", for: request, isPacked: true)
    case .alto:
      response.answerDocument(
        try words(of: book).alto, as: "application/xml", for: request, isPacked: true)
    case .plainText:
      response.answerDocument(
        try plainText(of: book), as: "text/plain; charset=utf-8", for: request, isPacked: true)
    case .annotations(let version, let number):
      let text = try text(of: book)
      guard (1...book.pageCount).contains(number) else {
        throw NotServed(.notFound, "the manifest has no page \(number)")
      }
      let page = try handedOut(number - 1, of: text, book)
      let document = TextAnnotationsDocument(
        page, at: number - 1, in: book, base: base.absolute)
      answerLinkedData(document.json(version), version, request, &response)
    case .links: try answerLinks(ofPage: book.path, request, &response)
    case .linkAnnotations(let version, let number):
      guard (1...book.pageCount).contains(number) else {
        throw NotServed(.notFound, "the manifest has no page \(number)")
      }
      answerLinkedData(
        links(at: number - 1, in: book, base: base.absolute).annotations(version), version, request,
        &response)
    case .search:
      let query = try BookQuery(request.query, for: .own)
      let text = try text(of: book)
      let found = text.find(try query.terms(), from: query.first)
      response.answerDocument(
        BookSearchDocument(found, of: query.text, in: book, text).json(base: base.relative),
        as: "application/json", for: request, isPacked: true)
    case .contentSearch(let version):
      let query = try BookQuery(request.query, for: .contentSearch)
      var found = SearchableText.Found()
      if !query.isEmpty {
        found = try text(of: book).find(try query.terms(), from: query.first)
      }
      let document = ContentSearchDocument(
        found, of: query.text, in: book, ignoring: query.ignored, base: base.absolute)
      response.answerDocument(
        document.json(version), as: version.contentType, for: request, isPacked: true)
    case .autocomplete(let version):
      let query = try BookQuery(request.query, for: .contentSearch)
      let document = TermsDocument(
        try text(of: book).terms(beginningWith: query.text), of: query.text, in: book,
        ignoring: query.ignored, base: base.absolute)
      response.answerDocument(document.json(version), as: version.contentType, for: request)
    }
  }

  /// The words of the only page of a book.
  private func words(of book: Book) throws(NotServed) -> WordsDocument {
    guard book.pageCount == 1, let size = book.sizes[0].pixels else { throw .wordsOfPages }
    let page = try handedOut(0, of: try text(of: book), book)
    return WordsDocument(page, of: book.images.path(at: 0), called: book.label(at: 0), size)
  }

  /// All text, a form feed between pages.
  private func plainText(of book: Book) throws(NotServed) -> String {
    let text = try text(of: book)
    guard text.isHandedOut else { throw .textIsKept }
    guard text.complete == 1 else {
      throw books.failure(.stillReading(text.knownCount, of: text.pageCount), at: book.path)
    }
    let pages = (0..<text.pageCount).map { place in
      text.page(at: place).map { page in
        page.lines.map { page.text(of: $0) + "\n" }.joined()
      } ?? ""
    }
    return pages.joined(separator: "\u{0C}")
  }

  /// A page's words, where they may be told.
  private func handedOut(
    _ place: Int, of text: SearchableText, _ book: Book
  ) throws(NotServed) -> PageText {
    guard text.isHandedOut else { throw .textIsKept }
    guard text.isKnown(place) else {
      throw books.failure(.stillReading(text.knownCount, of: text.pageCount), at: book.path)
    }
    guard !text.isUnreadable(place) else {
      throw NotServed(.unprocessable, "the words of page \(place + 1) can't be read")
    }
    return text.page(at: place) ?? PageText()
  }

  /// How long files are read for one answer; what was read is kept, and asking again comes further.
  private static let lookingIntoText = Duration.seconds(4)

  /// What a book has to search in, as far as that is known.
  ///
  /// What lies beside a file goes before what the file has by itself.
  func text(of book: Book) throws(NotServed) -> SearchableText {
    guard let path = try describedDocument(of: book.path),
      try books.sidecar(beside: path) == nil, let document = try index.document(at: path)
    else { return try recognizedText(of: book) }
    return try ownText(of: book, document)
  }

  /// What files beside a book's pages say of their words.
  private func recognizedText(of book: Book) throws(NotServed) -> SearchableText {
    let end = Instant.now + Self.lookingIntoText
    var pages: [SearchablePage?] = []
    var unreadable: Set<Int> = []
    var last: (file: [UInt8], pages: [SearchablePage])?
    for place in 0..<book.pageCount where Instant.now < end {
      let (file, number) = book.file(at: place)
      if last?.file != file {
        var found: [SearchablePage] = []
        if let sidecar = try books.sidecar(beside: file) {
          do throws(NotServed) {
            found = try sidecars.pages(of: sidecar)
          } catch {
            // Of many files one has no words then; the others have theirs.
            guard book.fileCount > 1, error.status == .unprocessable else { throw error }
            index.faults.note(.sidecar, image: file, error.detail)
            unreadable.insert(place)
          }
        }
        last = (file, found)
      }
      let all = last?.pages ?? []
      pages.append(all.indices.contains(number - 1) ? all[number - 1] : nil)
    }
    let known = pages.count
    pages += Array(repeating: nil, count: book.pageCount - known)
    return SearchableText(pages, knownCount: known, unreadable: unreadable)
  }

  /// The words that a document has by itself.
  private func ownText(
    of book: Book, _ document: SourceRoot.Source
  ) throws(NotServed) -> SearchableText {
    let isHandedOut: Bool
    switch index.documents.facts.known(of: document) {
    case .success(let facts): isHandedOut = facts.allowsCopying
    case .failure(let failure): throw NotServed(document: failure)
    case nil: throw .changing
    }
    switch index.documents.texts.known(of: document) {
    case .success(let text):
      return SearchableText(
        text, pages: (0..<book.pageCount).map { book.file(at: $0).number },
        isHandedOut: isHandedOut)
    case .failure(let failure): throw NotServed(document: failure)
    case nil: throw .changing
    }
  }
}

extension Book {
  fileprivate var fileCount: Int {
    switch images {
    case .pages: 1
    case .files(let paths): paths.count
    }
  }

  /// The file that a page lies in, and its number there, from 1.
  fileprivate func file(at place: Int) -> (path: [UInt8], number: Int) {
    switch images {
    case .pages(let file, let numbers): return (file, numbers[place])
    case .files(let paths):
      guard kind == .page, let (document, page) = ImageIdentifier(path: paths[place])?.asPage else {
        return (paths[place], 1)
      }
      return (document.bytes, page)
    }
  }
}

extension SearchVersion {
  fileprivate var contentType: StaticString {
    switch self {
    case .one: "application/ld+json;profile=\"http://iiif.io/api/search/1/context.json\""
    case .two: "application/ld+json;profile=\"http://iiif.io/api/search/2/context.json\""
    }
  }
}

extension NotServed {
  fileprivate static let textIsKept = NotServed(
    .forbidden, "the document forbids that its text is taken out")
  fileprivate static let wordsOfPages = NotServed(
    .notFound, "words are told page by page: ask for those of {id};{page}, or for text.txt")
}
