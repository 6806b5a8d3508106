#if canImport(TileViewport)
  import TileViewport
#endif

/// A change that the program asked for, on its way.
struct Animation: Equatable, Sendable {
  enum Purpose: Equatable, Sendable {
    case scroll
    case scrollToTop
    case zoom
  }

  var transition: Transition
  let purpose: Purpose
}
