/// Why a tile has no pixels.
package enum TileDecodingError: Error, Equatable, Sendable {
  /// Its bytes are at fault: in the decoder's words.
  case damaged(String)
  /// It took longer than a tile may.
  case late
  /// The decoder crashed over it.
  case crashed(signal: Int32)
  /// Nobody decodes for now: no fault of the tile's.
  case unavailable(String)
}

extension TileDecodingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let words), .unavailable(let words): words
    case .late: "it takes too long to decode"
    case .crashed(let signal): "its decoder crashed (signal \(signal))"
    }
  }
}
