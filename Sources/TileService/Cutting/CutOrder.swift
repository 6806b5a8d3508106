import Posix
import Sources

/// A pyramid that is wanted and not there.
struct CutOrder: Sendable {
  let version: PyramidVersion
  /// Without links.
  let source: FilePath
  let page: Int?
  /// Whether a pyramid of that name lies there and is no good.
  var replaces: Bool

  var replacing: CutOrder {
    var order = self
    order.replaces = true
    return order
  }
}

/// How far a cut has come.
struct CutProgress: Sendable {
  /// The share of tiles that are written, 0 to 1; nil while it waits for its turn.
  let share: Double?
  /// Images before it.
  let waiting: Int
}

/// What asking for a cut came to.
enum CutEnd: Sendable {
  case done
  case failed(NotServed)
  /// It goes on, but who asked has waited long enough.
  case late(CutProgress)
}
