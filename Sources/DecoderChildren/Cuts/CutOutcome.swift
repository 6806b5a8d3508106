/// What came of a cut, as the pyramid's own index has it.
package struct CutOutcome: Equatable, Sendable {
  package var width = 0
  package var height = 0
  package var tiles = 0
  package var levels = 0
  /// The pyramid's length.
  package var bytes: Int64 = 0

  package init(
    width: Int = 0, height: Int = 0, tiles: Int = 0, levels: Int = 0, bytes: Int64 = 0
  ) {
    self.width = width
    self.height = height
    self.tiles = tiles
    self.levels = levels
    self.bytes = bytes
  }
}
