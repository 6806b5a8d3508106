import TileGeometry

/// Where a tile's bytes lie in its file.
package struct TileLocation: Equatable, Sendable {
  package let offset: Int64
  package let length: Int
}
