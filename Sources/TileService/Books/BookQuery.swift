import BookText
import ImageRequest

/// What is searched for in a book.
struct BookQuery {
  enum Language {
    /// Ours: what is misspelt is refused.
    case own
    /// That of the IIIF Content Search API: what is not heeded is told.
    case contentSearch
  }

  /// As it was typed.
  let text: String
  /// How many hits are passed over.
  let first: Int
  /// Parameters of the API that are not heeded here.
  let ignored: [String]

  private static let ofTheAPI = ["motivation", "date", "user"]
  private static let mostPassedOver = 10_000_000

  init(_ query: ArraySlice<UInt8>?, for language: Language) throws(NotServed) {
    do throws(RequestProblem) {
      let fields = try QueryFields(query)
      let others = language == .own ? [] : Self.ofTheAPI
      try fields.checkNames(["q", "cursor"] + others)
      text = try fields.value("q") ?? ""
      first = try Self.place(try fields.value("cursor"))
      var ignored: [String] = []
      for name in others where try fields.bytes(name) != nil { ignored.append(name) }
      self.ignored = ignored
    } catch {
      throw NotServed(error)
    }
  }

  private static func place(_ cursor: String?) throws(RequestProblem) -> Int {
    guard let cursor else { return 0 }
    guard cursor.utf8.count <= 8, cursor.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let place = Int(cursor), place <= mostPassedOver
    else { throw .malformed("the cursor is not one of ours") }
    return place
  }

  var isEmpty: Bool { text.isEmpty }

  /// What is to be looked for.
  ///
  /// - Throws: that there is nothing, or too much.
  func terms() throws(NotServed) -> TextQuery {
    guard let query = TextQuery(text) else {
      throw .malformed(
        "'q' is to have a word to search for, at most \(TextQuery.mostTerms) of them and"
          + " \(TextQuery.longest) bytes")
    }
    return query
  }
}
