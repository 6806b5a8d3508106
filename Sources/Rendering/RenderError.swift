package import PyramidFormat

/// Why pixels could not be made.
package enum RenderError: Error, Equatable, Sendable {
  /// A stored tile, for the log.
  package struct Tile: Equatable, Sendable, CustomStringConvertible {
    let level: Int
    let column: Int32
    let row: Int32

    package var description: String { "tile \(column),\(row) of level \(level)" }
  }

  /// Nobody waits for them any more.
  case cancelled
  /// The pyramid's own bytes can't be had.
  case unreadable(Tile, TIFFError)
  /// They are not those that were written: their checksum says so.
  case changed(Tile)
  /// The pyramid's own bytes are there, and are no picture.
  case undecodable(Tile, TileDecodingError)
  /// A part of it could not be drawn: why.
  case notDrawn(String)
  /// The encoder would not: which format, and its words.
  case notEncoded(String)
}
