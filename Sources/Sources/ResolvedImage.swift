import Posix
import PyramidFile
import PyramidFormat

/// One image of a source.
package struct ResolvedImage: Equatable, Sendable {
  /// What names its pyramid.
  package let version: PyramidVersion
  /// From 1; nil where the file is one image.
  package let page: Int?
  /// How many images the file holds.
  package let pageCount: Int
  /// Whether the file is one drawing, of which there is more to be seen when it is drawn finer.
  package let isDrawing: Bool
  /// What reads the file where that is none of our own readers.
  package let engine: PageEngine?
}
