import Books
import BookText
import ImageRequest
import Sources

/// Answers about the words of books, on a thread that may look at files.
extension LateAnswer {
  /// Answers about the words of whatever has an address.
  func read(_ route: ReadingRoute, _ asked: Asked) {
    let path = asked.name.bytes
    do throws(NotServed) {
      if let older = try service.olderMeaning(of: route, path) {
        return findImage(
          for: Asked(
            name: ImageName(path: older), route: .description, request: asked.request,
            exchange: asked.exchange),
          mayCut: true)
      }
      guard let described = try service.describedDocument(of: path) else {
        return answer(route, asked)
      }
      afterReading(described, asked) {
        // Words that lie beside it are read without a decoder.
        let hasOthers = ((try? self.service.books.sidecar(beside: described)) ?? nil) != nil
        guard route.needsText, !hasOthers else { return self.answer(route, asked) }
        self.afterReadingText(of: described, asked) { self.answer(route, asked) }
      }
    } catch {
      refuse(asked, error)
    }
  }

  private func answer(_ route: ReadingRoute, _ asked: Asked) {
    guard !waiting.isCancelled else { return }
    present(asked) { (response) throws(NotServed) in
      let book = try self.service.bookToRead(at: asked.name.bytes)
      try self.service.answerReading(route, of: book, asked.request, &response)
    }
  }

  /// Does something once as much of a document's text is known as can be read in time; the rest is
  /// read on, for who asks next.
  private func afterReadingText(
    of path: [UInt8], _ asked: Asked, _ goOn: @escaping @Sendable () -> Void
  ) {
    let texts = service.index.documents.texts
    do throws(NotServed) {
      guard let document = try service.index.document(at: path), texts.isOpenEnded(document) else {
        return goOn()
      }
      let isTaken = texts.request(document, for: waiting) {
        self.line(in: self.service.searches.lane, goOn, asked.request, asked.exchange)
        texts.readOn(document)
      }
      if !isTaken { refuse(asked, .overloaded) }
    } catch {
      refuse(asked, error)
    }
  }
}

extension DocumentDesk {
  /// Asks on until all of a document is known, though nobody waits for it.
  func readOn(_ document: SourceRoot.Source) {
    guard isOpenEnded(document), known(of: document) != nil else { return }
    _ = request(document, for: Waiting()) { self.readOn(document) }
  }
}

extension ReadingRoute {
  fileprivate var needsText: Bool {
    switch self {
    case .outline: false
    case .words, .plainText, .alto, .annotations, .search, .contentSearch, .autocomplete: true
    }
  }

  /// What an address ends with that a folder or a file could have had before.
  var lastPart: String? {
    switch self {
    case .outline: "outline"
    case .words: "text"
    case .search: "search"
    case .plainText, .alto, .annotations, .contentSearch, .autocomplete: nil
    }
  }
}
