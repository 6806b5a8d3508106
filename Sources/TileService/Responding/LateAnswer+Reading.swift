import Books
import BookText
import ImageRequest
import Sources

/// Answers about the words of books, on a thread that may look at files.
extension LateAnswer {
  /// Answers about the words of whatever has an address.
  func read(_ route: ReadingRoute, _ asked: AskedImage) {
    do throws(NotServed) {
      if let older = try service.olderMeaning(of: route, asked.path) {
        return findImage(
          for: AskedImage(
            name: ImageName(path: older), route: .description, asker: asked.asker))
      }
      guard let described = try service.describedDocument(of: asked.path) else {
        return answer(route, asked)
      }
      let documents = service.index.documents
      ask(documents.facts, about: described, for: asked) {
        // Words that lie beside it are read without a decoder.
        let hasOthers = ((try? self.service.books.sidecar(beside: described)) ?? nil) != nil
        guard route.needsText, !hasOthers else { return self.answer(route, asked) }
        self.ask(documents.texts, about: described, andReadOn: true, for: asked) {
          self.answer(route, asked)
        }
      }
    } catch {
      asked.refuse(error)
    }
  }

  private func answer(_ route: ReadingRoute, _ asked: AskedImage) {
    asked.asker.answer { (response) throws(NotServed) in
      let book = try self.service.bookToRead(at: asked.path)
      try self.service.answerReading(route, of: book, asked.request, &response)
    }
  }
}

extension ReadingRoute {
  fileprivate var needsText: Bool {
    switch self {
    case .outline: false
    case .words, .plainText, .alto, .annotations, .search, .contentSearch, .autocomplete: true
    // Addresses are printed among the words.
    case .links, .linkAnnotations: true
    }
  }

  /// What an address ends with that a folder or a file could have had before.
  var lastPart: String? {
    switch self {
    case .outline: "outline"
    case .words: "text"
    case .links: "links"
    case .search: "search"
    case .plainText, .alto, .annotations, .linkAnnotations, .contentSearch, .autocomplete: nil
    }
  }
}
