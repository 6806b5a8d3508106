package import TileGeometry

/// Tiles that are asked for together, each as `{reduction}/{column}_{row}`, with commas between.
package struct TileList: Equatable, Sendable {
  package static let limit = 1000

  /// In the order they were asked for.
  package let addresses: [TileAddress]

  /// Reads a list and finds its tiles on an image.
  ///
  /// - Throws: what is no list, and a tile that the image does not have.
  package init(_ text: String, on shape: ImageShape) throws(RequestProblem) {
    var addresses: [TileAddress] = []
    for word in Array(text.utf8).split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    {
      guard addresses.count < Self.limit else {
        throw .malformed("the list has more than \(Self.limit) tiles")
      }
      guard let (reduction, place) = word.split(at: UInt8(ascii: "/")),
        let tile = try NativeTile(reduction: reduction, place: place, format: .jpeg)
      else {
        throw .malformed("the tile '\(word.shown)' is not {reduction}/{column}_{row}")
      }
      addresses.append(try tile.address(on: shape))
    }
    self.addresses = addresses
  }
}
