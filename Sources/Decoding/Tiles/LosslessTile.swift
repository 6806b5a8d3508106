import CZlib
package import PyramidFormat

/// Pixels of raw, Deflate and LZW tiles.
package enum LosslessTile {
  /// A tile of 4096 x 4096 pixels of four samples.
  static let byteLimit = 1 << 26

  /// The samples of a whole tile, row by row, padding included.
  ///
  /// - Parameters:
  ///   - tile: its bytes as they lie in the file.
  ///   - coding: what its level says of it.
  /// - Returns: as many samples as the level says.
  /// - Throws: ``LosslessTileError`` for a tile that is none.
  package static func samples(
    of tile: RawSpan, _ coding: TileCoding
  ) throws(LosslessTileError) -> [UInt8] {
    let rowLength = coding.width * coding.samplesPerPixel
    let expected = rowLength * coding.height
    guard expected <= byteLimit else { throw .tooLarge(bytes: Int64(expected)) }
    var samples: [UInt8]
    switch coding.compression {
    case .none:
      guard tile.byteCount >= expected else {
        throw .wrongLength(found: tile.byteCount, expected: expected)
      }
      samples = unsafe tile.extracting(first: expected).withUnsafeBytes { unsafe Array($0) }
    case .deflate, .oldDeflate: samples = try inflated(tile, expected: expected)
    case .lzw:
      let stream = unsafe tile.withUnsafeBytes { unsafe Array($0) }
      samples = LZWDecoder.decode(stream, limit: expected)
      guard samples.count == expected else {
        throw .wrongLength(found: samples.count, expected: expected)
      }
    default: throw .notLossless(coding.compression)
    }
    if coding.hasPredictor {
      addDifferences(&samples, rowLength: rowLength, step: coding.samplesPerPixel)
    }
    return samples
  }

  private static func inflated(
    _ tile: RawSpan, expected: Int
  ) throws(LosslessTileError) -> [UInt8] {
    var samples = [UInt8](repeating: 0, count: expected)
    var length = uLongf(expected)
    let result = unsafe samples.withUnsafeMutableBufferPointer { out in
      unsafe tile.withUnsafeBytes { input in
        let input = unsafe input.bindMemory(to: UInt8.self)
        return unsafe uncompress(
          out.baseAddress, &length, input.baseAddress, uLong(input.count))
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
