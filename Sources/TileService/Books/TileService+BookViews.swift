import Books
import Documents
import HTTPWire
import ImageRequest
import Sources
import TileGeometry

extension TileService {
  /// Whether a view is asked for of a book's page, laid out with others.
  static func isOfBook(_ query: ArraySlice<UInt8>?) -> Bool {
    // What can't be read is told by who answers.
    query.map { QueryFields.raw("page", in: $0) != nil } ?? false
  }

  /// A book as a request asks for it.
  func view(
    of book: Book, _ request: borrowing Request
  ) throws(NotServed) -> BookViewDocument {
    do throws(RequestProblem) {
      return try BookViewDocument(
        BookViewRequest(QueryFields(request.query, plus: .sign)), of: book,
        tileSize: tileSize(of: book), naming: \.queryName)
    } catch {
      throw NotServed(error)
    }
  }

  /// The viewport calculator's answer over a book.
  func answerBookView(
    of book: Book, _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) {
    let document = try view(of: book, request)
    let base = BaseAddress(request, configuration)
    var addresses: [Int: TileAddresses?] = [:]
    let text = document.json { page, tile in
      // Of what is not cut yet nobody knows the address.
      let known =
        addresses[page]
        ?? self.index.open.current(book.images.path(at: page)).map {
          TileAddresses(of: $0, named: ImageName(path: book.images.path(at: page)), base)
        }
      addresses[page] = known
      return known?.address(tile)
    }
    response.answerDocument(text + "\n", as: "application/json", for: request)
  }

  /// Of a page that is open; else what is cut now.
  private func tileSize(of book: Book) -> TileSize {
    for place in 0..<min(book.pageCount, 4) {
      if let image = index.open.current(book.images.path(at: place)) {
        return image.shape.ladder.tileSize
      }
    }
    return .standard
  }
}
