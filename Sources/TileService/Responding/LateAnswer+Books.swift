import Books
import CutJobs
import HTTPWire
import ImageRequest
import Sources

/// Answers about books, on a thread that may look at files.
extension LateAnswer {
  /// Answers about an image that is open.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, of image: OpenImage, _ asked: Asked
  ) {
    if image.page == nil, isDescribed(asked) {
      return present(route, version, ofDocument: image.path, asked)
    }
    present(asked) { (response) throws(NotServed) in
      let book = try self.service.books.book(
        ofImage: image.path, image.pageSize, isPage: image.page != nil)
      try self.service.answerPresentation(route, version, of: book, asked.request, &response)
    }
  }

  /// Answers about a file of several pages, or one that a decoder describes: once it has done so.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, ofDocument path: [UInt8], _ asked: Asked
  ) {
    afterReading(path, asked) {
      self.present(route, version, ofReadDocument: path, asked)
    }
  }

  /// Does something once all that can be said of a document in time is known.
  ///
  /// - Parameters:
  ///   - path: Of a file of several pages, below the root.
  ///   - asked: Who asks.
  ///   - goOn: Done at once where no decoder need be asked, and else on another thread.
  func afterReading(
    _ path: [UInt8], _ asked: Asked, _ goOn: @escaping @Sendable () -> Void
  ) {
    let index = service.index
    do throws(NotServed) {
      guard let document = try index.document(at: path),
        index.documents.facts.isOpenEnded(document)
      else { return goOn() }
      let isTaken = index.documents.facts.request(document, for: waiting) {
        self.line(in: self.service.searches.lane, goOn, asked.request, asked.exchange)
      }
      if !isTaken { refuse(asked, .overloaded) }
    } catch {
      refuse(asked, error)
    }
  }

  /// Answers with a view of a book's page, laid out with others.
  func viewBook(_ asked: Asked) {
    do throws(NotServed) {
      let show: @Sendable () -> Void = {
        guard !self.waiting.isCancelled else { return }
        self.present(asked) { (response) throws(NotServed) in
          let book = try self.service.bookToRead(at: asked.name.bytes)
          try self.service.answerBookView(of: book, asked.request, &response)
        }
      }
      guard let described = try service.describedDocument(of: asked.name.bytes) else {
        return show()
      }
      afterReading(described, asked, show)
    } catch {
      refuse(asked, error)
    }
  }

  /// Has a document described though nobody waits for it: who opens it will ask.
  func beginReading(_ path: [UInt8]) {
    // An extra: what keeps it from being read is told to who asks for it.
    guard let document = (try? service.index.document(at: path)) ?? nil,
      service.index.documents.facts.isOpenEnded(document)
    else { return }
    _ = service.index.documents.facts.request(document, for: Waiting()) {}
  }

  /// Whether what is asked for is a document as a whole that a decoder describes.
  private func isDescribed(_ asked: Asked) -> Bool {
    // What keeps it from being told is told where the document is read.
    ((try? service.index.document(at: asked.name.bytes)) ?? nil) != nil
  }

  private func present(
    _ route: PresentationRoute, _ version: IIIFVersion, ofReadDocument path: [UInt8],
    _ asked: Asked
  ) {
    guard !waiting.isCancelled else { return }
    present(asked) { (response) throws(NotServed) in
      let book = try self.service.books.book(ofDocument: path)
      try self.service.answerPresentation(route, version, of: book, asked.request, &response)
    }
  }

  /// Answers about an image that nobody has cut, where its file says how large it is.
  ///
  /// - Parameters:
  ///   - route: what is asked.
  ///   - version: of the API that is spoken.
  ///   - order: the image's.
  ///   - asked: who asks.
  /// - Returns: false where its size is known once it is cut; nothing is answered then.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, ofUncut order: CutOrder, _ asked: Asked
  ) -> Bool {
    let path = asked.name.bytes
    if order.page == nil, isDescribed(asked) {
      present(route, version, ofDocument: path, asked)
      return true
    }
    let size: PageSize?
    do throws(NotServed) {
      size = try service.books.size(ofUncut: path, page: order.page)
    } catch {
      refuse(asked, error)
      return true
    }
    guard let size else { return false }
    present(asked) { (response) throws(NotServed) in
      let book = try self.service.books.book(ofImage: path, size, isPage: order.page != nil)
      try self.service.answerPresentation(route, version, of: book, asked.request, &response)
    }
    return true
  }

  func present(
    _ asked: Asked, _ fill: (inout Response) throws(NotServed) -> Void
  ) {
    finish(asked.exchange) { response in
      do throws(NotServed) {
        try fill(&response)
      } catch {
        response.reset()
        response.refuse(error, for: asked.request)
      }
    }
  }
}
