/// Why no file is laid out for a picture.
package enum PyramidLayoutError: Error, Equatable, Sendable {
  case tooManyTiles(Int64)
  case channelsOutOfBounds(Int)
}

extension PyramidLayoutError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooManyTiles(let count):
      "the pyramid would have \(count) tiles, more than \(PyramidLayout.maximumTileCount)"
    case .channelsOutOfBounds(let count): "tiles of \(count) channels cannot be written"
    }
  }
}
