import CZlib
package import PyramidFormat

/// Pixels of raw, Deflate and LZW tiles.
package enum LosslessTile {
  /// A tile of 4096 x 4096 pixels of four samples.
  package static let byteLimit: Int64 = 1 << 26

  package static func canDecode(_ compression: TIFFCompression) -> Bool {
    [.none, .deflate, .oldDeflate, .lzw].contains(compression)
  }

  /// The samples of a whole tile, row by row, padding included.
  package static func samples(
    of tile: [UInt8], on level: StoredLevel
  ) throws(TileDecodeError) -> [UInt8] {
    let facts = level.facts
    let rowLength = Int64(level.tileWidth) * Int64(facts.samplesPerPixel)
    let total = rowLength * Int64(level.tileHeight)
    guard total <= byteLimit else { throw .tooLarge(bytes: total) }
    let expected = Int(total)
    var samples: [UInt8]
    switch facts.compression {
    case .none:
      guard tile.count >= expected else {
        throw .wrongLength(found: tile.count, expected: expected)
      }
      samples = Array(tile.prefix(expected))
    case .deflate, .oldDeflate: samples = try inflated(tile, expected: expected)
    case .lzw:
      samples = LZWDecoder.decode(tile, limit: expected)
      guard samples.count == expected else {
        throw .wrongLength(found: samples.count, expected: expected)
      }
    default: throw .notLossless(facts.compression)
    }
    if facts.hasPredictor {
      addDifferences(&samples, rowLength: Int(rowLength), step: facts.samplesPerPixel)
    }
    return samples
  }

  private static func inflated(
    _ tile: [UInt8], expected: Int
  ) throws(TileDecodeError) -> [UInt8] {
    var samples = [UInt8](repeating: 0, count: expected)
    var length = uLongf(expected)
    let result = unsafe samples.withUnsafeMutableBufferPointer { out in
      unsafe tile.withUnsafeBufferPointer { input in
        unsafe uncompress(out.baseAddress, &length, input.baseAddress, uLong(input.count))
      }
    }
    guard result == Z_OK else { throw .damaged(.deflate) }
    guard Int(length) == expected else {
      throw .wrongLength(found: Int(length), expected: expected)
    }
    return samples
  }

  /// Undoes TIFF's horizontal predictor: each sample is the difference to the pixel before.
  private static func addDifferences(_ samples: inout [UInt8], rowLength: Int, step: Int) {
    for row in stride(from: 0, to: samples.count, by: rowLength) {
      for index in stride(from: row + step, to: row + rowLength, by: 1) {
        samples[index] &+= samples[index - step]
      }
    }
  }
}
