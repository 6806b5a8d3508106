/// A tile as a pyramid's file has it.
package struct FiledTile: Equatable, Sendable {
  /// Its level's place in ``Pyramid/levels``.
  package let level: Int
  /// Its own place in the level's tables; see ``StoredLevel/index(column:row:)``.
  package let index: Int
  package let location: TileLocation

  /// Its bytes, counted from the start of the file.
  package var range: Range<Int64> { location.offset..<location.offset + Int64(location.length) }
}

extension Pyramid {
  /// A tile of a stored level.
  ///
  /// - Parameters:
  ///   - level: the place in ``levels``.
  ///   - column: from 0.
  ///   - row: from 0.
  /// - Returns: nil where the level has no such tile, or leaves it out.
  /// - Throws: ``TIFFError`` for a place outside the file, or a table that can't be read.
  package func tile(level: Int, column: Int32, row: Int32) throws(TIFFError) -> FiledTile? {
    guard let index = levels[level].index(column: column, row: row),
      let location = try levels[level].location(at: index, fileSize: source.byteCount)
    else { return nil }
    return FiledTile(level: level, index: index, location: location)
  }
}
