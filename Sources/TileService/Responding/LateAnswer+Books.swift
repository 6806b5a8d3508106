import Books
import CutJobs
import HTTPWire
import ImageRequest
import Posix
import Sources

/// Answers about books, on a thread that may look at files.
extension LateAnswer {
  /// Answers about an image that is open.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, of image: OpenImage, _ asked: AskedImage
  ) {
    if image.page == nil, service.index.isDescribed(asked.path) {
      return present(route, version, ofDocument: image.path, asked)
    }
    present(
      route, version, ofImage: image.path, image.pageSize, isPage: image.page != nil, asked)
  }

  /// Answers about a file of several pages, or one that a decoder describes: once it has done so.
  func present(
    _ route: PresentationRoute, _ version: IIIFVersion, ofDocument path: [UInt8],
    _ asked: AskedImage
  ) {
    ask(service.index.documents.facts, about: path, for: asked) {
      asked.asker.answer { (response) throws(NotServed) in
        let book = try self.service.books.book(ofDocument: path)
        try self.service.answerPresentation(route, version, of: book, asked.request, &response)
      }
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
    _ route: PresentationRoute, _ version: IIIFVersion, ofUncut order: CutOrder,
    _ asked: AskedImage
  ) -> Bool {
    let path = asked.path
    if order.page == nil, service.index.isDescribed(path) {
      present(route, version, ofDocument: path, asked)
      return true
    }
    do throws(NotServed) {
      guard let size = try service.books.size(ofUncut: path, page: order.page) else {
        return false
      }
      present(route, version, ofImage: path, size, isPage: order.page != nil, asked)
    } catch {
      asked.refuse(error)
    }
    return true
  }

  private func present(
    _ route: PresentationRoute, _ version: IIIFVersion, ofImage path: [UInt8], _ size: PageSize,
    isPage: Bool, _ asked: AskedImage
  ) {
    asked.asker.answer { (response) throws(NotServed) in
      let book = try self.service.books.book(ofImage: path, size, isPage: isPage)
      try self.service.answerPresentation(route, version, of: book, asked.request, &response)
    }
  }

  /// Answers with a view of a book's page, laid out with others.
  func viewBook(_ asked: AskedImage) {
    askForBook(asked) {
      asked.asker.answer { (response) throws(NotServed) in
        let book = try self.service.bookToRead(at: asked.path)
        try self.service.answerBookView(of: book, asked.request, &response)
      }
    }
  }

  /// Does something once as much is known of a book as a decoder can tell in time.
  func askForBook(_ asked: AskedImage, _ show: @escaping @Sendable () -> Void) {
    do throws(NotServed) {
      guard let described = try service.describedDocument(of: asked.path) else { return show() }
      ask(service.index.documents.facts, about: described, for: asked, show)
    } catch {
      asked.refuse(error)
    }
  }

  /// Tells who does not wait that nobody has looked yet.
  func tellToComeBack(_ asked: AskedImage) {
    asked.asker.answer {
      self.service.answerLate(.unknown, named: asked.name, asked.request, &$0)
    }
  }

  /// Does something once all is known of a document that a decoder can tell, or time is up.
  ///
  /// - Parameters:
  ///   - path: of a file of several pages, below the root.
  ///   - end: when no further pages are asked for.
  ///   - asked: who waits.
  ///   - goOn: done at once where there is nothing to wait for, and else on another thread.
  func waitForFacts(
    of path: [UInt8], until end: Instant, _ asked: AskedImage,
    _ goOn: @escaping @Sendable () -> Void
  ) {
    guard Instant.now < end else { return goOn() }
    do throws(NotServed) {
      let desk = service.index.documents.facts
      guard let document = try service.index.document(at: path), desk.isOpenEnded(document) else {
        return goOn()
      }
      let isTaken = desk.request(document, for: waiting) {
        self.line(in: self.service.searches.lane, for: asked.asker) {
          self.waitForFacts(of: path, until: end, asked, goOn)
        }
      }
      if !isTaken { goOn() }
    } catch {
      asked.refuse(error)
    }
  }

  /// Does something once anything is known of a document; who comes again has more found out.
  ///
  /// - Parameters:
  ///   - path: of a file of several pages, below the root.
  ///   - asked: who waits.
  ///   - goOn: done at once where something is known, and else on another thread.
  func askForFirstFacts(
    of path: [UInt8], _ asked: AskedImage, _ goOn: @escaping @Sendable () -> Void
  ) {
    let facts = service.index.documents.facts
    do throws(NotServed) {
      guard let document = try service.index.document(at: path), facts.known(of: document) == nil
      else {
        // Who is shown the page asks for the rest once that is there.
        let index = service.index
        service.cuts.afterPages { index.describeAhead(path) }
        return goOn()
      }
    } catch {
      return asked.refuse(error)
    }
    ask(facts, about: path, atFirstSight: true, for: asked, goOn)
  }

  /// Does something once as much is known of a document as a decoder can tell in time.
  ///
  /// - Parameters:
  ///   - desk: asks the decoder.
  ///   - path: of a file of several pages, below the root.
  ///   - isReadOn: whether the rest is asked for too, for who comes next.
  ///   - isGlanceEnough: whether what is seen at first sight will do.
  ///   - asked: who waits.
  ///   - goOn: done at once where no decoder need be asked, and else on another thread.
  func ask<Finding>(
    _ desk: DocumentDesk<Finding>, about path: [UInt8], andReadOn isReadOn: Bool = false,
    atFirstSight isGlanceEnough: Bool = false, for asked: AskedImage,
    _ goOn: @escaping @Sendable () -> Void
  ) {
    do throws(NotServed) {
      guard let document = try service.index.document(at: path), desk.isOpenEnded(document) else {
        return goOn()
      }
      if asked.waitsForNothing {
        guard desk.request(document, for: Waiting(), tell: {}) else {
          return asked.refuse(.overloaded)
        }
        return desk.known(of: document) == nil ? tellToComeBack(asked) : goOn()
      }
      let isTaken = desk.request(document, for: waiting) {
        let isToGoOn = isGlanceEnough || !desk.isKnownAtFirstSight(document)
        self.line(in: self.service.searches.lane, for: asked.asker) {
          guard !isToGoOn else { return goOn() }
          self.ask(
            desk, about: path, andReadOn: isReadOn, atFirstSight: true, for: asked, goOn)
        }
        if isReadOn { desk.readOn(document) }
      }
      if !isTaken { asked.refuse(.overloaded) }
    } catch {
      asked.refuse(error)
    }
  }
}
