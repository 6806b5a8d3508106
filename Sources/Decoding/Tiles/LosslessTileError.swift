package import PyramidFormat

/// Why a tile that is coded without loss has no pixels.
package enum LosslessTileError: Error, Equatable, Sendable {
  /// Not raw, Deflate or LZW: a tile for a picture codec.
  case notLossless(TIFFCompression)
  case tooLarge(bytes: Int64)
  case damaged(TIFFCompression)
  case wrongLength(found: Int, expected: Int)
}

extension LosslessTileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notLossless(let compression): "\(compression) tiles are not coded without loss"
    case .tooLarge(let bytes): "the tile would take \(bytes) bytes"
    case .damaged(let compression): "the \(compression) stream is damaged"
    case .wrongLength(let found, let expected): "the tile has \(found) bytes, not \(expected)"
    }
  }
}
