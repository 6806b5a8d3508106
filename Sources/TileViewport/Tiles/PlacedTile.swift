#if canImport(TileGeometry)
  import TileGeometry
#endif

/// A tile in a list that is sorted by distance.
package struct PlacedTile: Equatable, Sendable {
  package var column: Int32
  package var row: Int32
  /// The square of the distance to the middle of what shows, in image pixels.
  package var distance: Double

  package init(column: Int32, row: Int32, distance: Double) {
    self.column = column
    self.row = row
    self.distance = distance
  }

  package static let none = PlacedTile(column: 0, row: 0, distance: 0)
}
