import BookText
import Books
import Documents
import HTTPWire
import ImageRequest
import Sources

extension TileService {
  /// Answers with where a page leads.
  func answerLinks(
    ofPage path: [UInt8], _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) {
    let (book, place) = try bookAndPlace(ofPage: path)
    response.answerDocument(
      links(at: place, in: book, base: BaseAddress(request, configuration).relative).json,
      as: "application/json", for: request, isPacked: true)
  }

  /// Where a page leads; what its words say of that is an extra, as far as they are known.
  func links(at place: Int, in book: Book, base: String) -> LinksDocument {
    let text = try? text(of: book)
    return LinksDocument(
      text?.isHandedOut == true ? text?.page(at: place) : nil, at: place, in: book, base: base)
  }

  /// The book whose page has a path, for links lead through all of it; and the page's place.
  private func bookAndPlace(ofPage path: [UInt8]) throws(NotServed) -> (Book, Int) {
    guard let document = try describedDocument(of: path) else {
      return (try onlyPage(of: bookToRead(at: path)), 0)
    }
    let book = try books.book(ofDocument: document)
    guard path != document else { return (try onlyPage(of: book), 0) }
    guard case .pages(_, let numbers) = book.images,
      let number = ImageIdentifier(path: path)?.asPage?.page,
      let place = numbers.firstIndex(of: number)
    else { throw NotServed(.notFound, "there is no such page, or it is hidden") }
    return (book, place)
  }

  private func onlyPage(of book: Book) throws(NotServed) -> Book {
    guard book.pageCount == 1 else {
      throw NotServed(.notFound, "links are told page by page: ask for those of {id};{page}")
    }
    return book
  }
}
