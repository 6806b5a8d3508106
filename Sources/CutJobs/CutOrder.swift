package import DecoderChildren
package import Posix
package import Sources

/// A pyramid that is wanted and not there.
package struct CutOrder: Sendable {
  package let version: PyramidVersion
  /// Without links.
  package let source: FilePath
  /// From 1; nil where the file is one image.
  package let page: Int?
  /// Whether a pyramid of that name may lie there and is to be written anew.
  package private(set) var replaces: Bool

  package init(version: PyramidVersion, source: FilePath, page: Int?, replaces: Bool) {
    self.version = version
    self.source = source
    self.page = page
    self.replaces = replaces
  }

  package var replacing: CutOrder {
    var order = self
    order.replaces = true
    return order
  }
}

/// How far a cut has come.
package struct CutProgress: Equatable, Sendable {
  /// The share of tiles that are written, 0 to 1; nil while it waits for its turn.
  package let share: Double?
  /// Images before it.
  package let waiting: Int
}

/// What asking for a cut came to.
package enum CutEnd: Equatable, Sendable {
  case done
  case refused(CutRefusal)
  /// It goes on, but who asked has waited long enough.
  case late(CutProgress)
}

/// Why an image has no pyramid.
package enum CutRefusal: Equatable, Sendable {
  /// None is made on demand here.
  case notMade
  /// Too many images wait already.
  case lineIsFull
  /// It was tried, now or a while ago.
  case failed(CutFailure)
}
