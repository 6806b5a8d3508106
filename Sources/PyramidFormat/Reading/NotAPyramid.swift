import TileGeometry

/// Why a file that is a sound TIFF is not served as a pyramid.
package struct NotAPyramid: Error, Equatable, Sendable, CustomStringConvertible {
  package let reason: String
  package init(_ reason: String) { self.reason = reason }
  package var description: String { "not a pyramid: \(reason)" }
}
