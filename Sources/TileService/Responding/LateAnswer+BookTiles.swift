import Books
import CutJobs
import Documents
import HTTPWire
import ImageRequest
import Posix
import Sources
import TileGeometry

/// The tiles of a view of a book, in one stream: those of all pages in view.
extension LateAnswer {
  /// Answers with the tiles of a view of a book's page, laid out with others.
  func streamBook(_ asked: AskedImage) {
    askForBook(asked) {
      do throws(NotServed) {
        let book = try self.service.bookToRead(at: asked.path)
        let tiles = try self.service.tiles(of: book, asked.request)
        var places: [Int] = []
        for (place, _) in tiles where !places.contains(place) { places.append(place) }
        let pages = BookPages(of: book, at: places, patience: try asked.request.patience())
        self.open(pages, asked) { opened in
          asked.asker.answer { self.service.answer(tiles, of: book, opened, asked.request, &$0) }
        }
      } catch {
        asked.refuse(error)
      }
    }
  }

  /// Pages of a book on their way to being open, one after the other.
  private struct BookPages: Sendable {
    let book: Book
    let patience: Int?
    let start = Instant.now
    private var rest: ArraySlice<Int>
    private(set) var opened: [Int: OpenImage] = [:]
    /// How far the cut is of one that is missing.
    var late: CutProgress?

    init(of book: Book, at places: [Int], patience: Int?) {
      self.book = book
      self.patience = patience
      rest = places[...]
    }

    /// Where the next one is found; nil where all have been looked for.
    var path: [UInt8]? { rest.first.map(book.images.path) }

    mutating func take(_ image: OpenImage?) {
      guard let place = rest.popFirst() else { return }
      opened[place] = image
    }
  }

  /// Opens pages, and has those cut that are not; what is not to be had in time is left out.
  private func open(
    _ pages: BookPages, mayCut: Bool = true, mayCount: Bool = true, _ asked: AskedImage,
    _ goOn: @escaping @Sendable ([Int: OpenImage]) -> Void
  ) {
    var pages = pages
    var (mayCut, mayCount) = (mayCut, mayCount)
    while let path = pages.path {
      let next = pages
      switch service.index.find(path) {
      case .image(let image): pages.take(image)
      case .uncut(let order) where mayCut:
        let reply = service.cuts.request(
          order, .opened, patience: pages.patience, since: pages.start
        ) { end in
          self.line(in: self.service.lane(for: path), for: asked.asker) {
            self.open(next, behind: end, asked, goOn)
          }
        }
        switch reply {
        case .known(let end): return open(next, behind: end, asked, goOn)
        case .waiting(let ticket):
          return waiting.enter(CutWait(desk: service.cuts, ticket: ticket))
        }
      case .uncounted(let source) where mayCount && !asked.waitsForNothing:
        let isTaken = service.index.documents.counts.request(source, for: waiting) {
          self.line(in: self.service.lane(for: path), for: asked.asker) {
            self.open(next, mayCount: false, asked, goOn)
          }
        }
        if !isTaken { asked.refuse(.overloaded) }
        return
      case .uncut, .uncounted, .document, .folder, .nothing: pages.take(nil)
      }
      (mayCut, mayCount) = (true, true)
    }
    guard pages.opened.isEmpty, let late = pages.late else { return goOn(pages.opened) }
    asked.asker.answer {
      self.service.answerLate(late, named: asked.name, asked.request, &$0)
    }
  }

  private func open(
    _ pages: BookPages, behind end: CutWaitEnd, _ asked: AskedImage,
    _ goOn: @escaping @Sendable ([Int: OpenImage]) -> Void
  ) {
    var pages = pages
    switch end {
    case .done: return open(pages, mayCut: false, asked, goOn)
    case .late(let progress): pages.late = progress
    case .shown, .tile, .refused: break
    }
    pages.take(nil)
    open(pages, asked, goOn)
  }
}

extension TileService {
  /// The tiles of a view of a book, by the places of their pages.
  fileprivate func tiles(
    of book: Book, _ request: borrowing Request
  ) throws(NotServed) -> [(place: Int, tile: TileAddress)] {
    let wantsPrefetch: Bool
    do throws(RequestProblem) {
      wantsPrefetch = try QueryFields(request.query, plus: .sign).value("prefetch") != nil
    } catch {
      throw NotServed(error)
    }
    return try view(of: book, request).addresses(prefetch: wantsPrefetch)
  }

  fileprivate func answer(
    _ tiles: [(place: Int, tile: TileAddress)], of book: Book, _ opened: [Int: OpenImage],
    _ request: borrowing Request, _ response: inout Response
  ) {
    let base = BaseAddress(request, configuration)
    var numbers: [Int: Int] = [:]
    var pages: [TileStream.Page] = []
    for (place, image) in opened {
      numbers[place] = pages.count
      let name = ImageName(path: book.images.path(at: place))
      pages.append(
        TileStream.Page(
          image: image, addresses: TileAddresses(of: image, named: name, base)))
    }
    let wanted = tiles.compactMap { place, tile in
      numbers[place].map { TileStream.Tile(page: $0, address: tile) }
    }
    answerStream(TileStream(wanted, of: pages, service: self), &response)
  }
}
