/// Why a part of a page is not drawn.
package enum PageDrawingError: Error, Equatable, Sendable {
  /// The page is at fault: in the words of who drew it.
  case damaged(String)
  /// It took longer than a part may.
  case late
  /// Who drew it crashed over it.
  case crashed(signal: Int32)
  /// Nobody draws for now: no fault of the page's.
  case unavailable(String)
}

extension PageDrawingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let words), .unavailable(let words): words
    case .late: "it takes too long to draw"
    case .crashed(let signal): "drawing it crashed (signal \(signal))"
    }
  }
}
