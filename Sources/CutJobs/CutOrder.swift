import DecoderChildren
package import Posix
package import Sources

/// A pyramid that is wanted and not there.
package struct CutOrder: Sendable {
  package let version: PyramidVersion
  /// Without links.
  package let source: FilePath
  package let sourceBytes: Int64
  /// From 1; nil where the file is one image.
  package let page: Int?
  /// What reads the source where that is none of our own readers.
  package let engine: PageEngine?
  /// Whether a pyramid of that name may lie there and is to be written anew.
  package private(set) var replaces: Bool

  package init(
    version: PyramidVersion, source: FilePath, sourceBytes: Int64, page: Int?,
    engine: PageEngine? = nil, replaces: Bool
  ) {
    self.engine = engine
    self.version = version
    self.source = source
    self.sourceBytes = sourceBytes
    self.page = page
    self.replaces = replaces
  }

  package var replacing: CutOrder {
    var order = self
    order.replaces = true
    return order
  }
}

/// Who wants a pyramid: somebody who has opened the image goes before a wall of small pictures.
package enum CutUrgency: Int, Comparable, Sendable {
  /// An overview of many images, or nobody.
  case background
  case opened

  package static func < (left: CutUrgency, right: CutUrgency) -> Bool {
    left.rawValue < right.rawValue
  }
}
