/// Where a book's next page lies.
package enum ReadingDirection: String, CaseIterable, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
  case topToBottom = "ttb"
  case bottomToTop = "btt"

  package var isVertical: Bool {
    switch self {
    case .leftToRight, .rightToLeft: false
    case .topToBottom, .bottomToTop: true
    }
  }

  /// Where the second page of a spread lies.
  package var acrossPages: ReadingDirection { self == .rightToLeft ? self : .leftToRight }

  /// Whether the next page lies towards the origin.
  package var isReversed: Bool {
    switch self {
    case .leftToRight, .topToBottom: false
    case .rightToLeft, .bottomToTop: true
    }
  }
}
