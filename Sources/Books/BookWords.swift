/// What is said of a book as a whole, in the words of whoever made it.
package struct BookWords: Equatable, Sendable {
  package struct Statement: Equatable, Sendable {
    package let label: String
    package let values: [String]
    /// Whether the label is one of this program's, in English, and not of whoever made the book.
    package let isNamedByUs: Bool

    package init(label: String, values: [String], isNamedByUs: Bool = false) {
      self.label = label
      self.values = values
      self.isNamedByUs = isNamedByUs
    }
  }

  package var title: String?
  package var creator: String?
  package var date: String?
  package var language: String?
  package var description: String?
  /// The address of a licence or a statement of rights.
  package var rights: String?
  /// What is to be shown along with the book.
  package var attribution: String?
  package var metadata: [Statement] = []

  package init() {}

  /// These, and where they say nothing, others.
  ///
  /// - Parameter others: what comes second.
  /// - Returns: one of both for each, and all metadata.
  func before(_ others: BookWords) -> BookWords {
    var words = self
    words.title = title ?? others.title
    words.creator = creator ?? others.creator
    words.date = date ?? others.date
    words.language = language ?? others.language
    words.description = description ?? others.description
    words.rights = rights ?? others.rights
    words.attribution = attribution ?? others.attribution
    words.metadata = metadata + others.metadata
    return words
  }
}
