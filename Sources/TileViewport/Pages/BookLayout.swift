/// How the pages of a book are laid out for reading.
package enum BookLayout: String, CaseIterable, Sendable {
  /// One page at a time.
  case single
  /// Two facing pages at a time, as an open book shows them.
  case spreads
  /// All pages in one column or row.
  case scroll
}
