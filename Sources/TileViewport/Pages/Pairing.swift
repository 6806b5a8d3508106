/// Which pages of a book face each other.
package struct Pairing: Equatable, Sendable {
  package enum Cover: String, CaseIterable, Sendable {
    /// The first page has a spread to itself.
    case alone
    /// The first page faces the second.
    case paired
  }

  package var cover: Cover
  /// Whether one more page than the cover says comes before the first pair.
  package var isShifted: Bool

  package init(cover: Cover = .alone, isShifted: Bool = false) {
    self.cover = cover
    self.isShifted = isShifted
  }
}
