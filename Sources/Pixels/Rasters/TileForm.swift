package import TileGeometry

/// What is made of a tile.
package enum TileForm: Equatable, Sendable {
  /// Four bytes a pixel, colors multiplied by their alpha. So many of the tile's pixels a side
  /// become one: 1, or, of JPEG tiles, 2, 4 or 8.
  case pixels(shrink: Int)
  /// The planes of a JPEG tile as it stores them, one behind the other: luma, and blue and red where
  /// there is a sampling.
  case planes(ChromaSampling?)
  /// The upper left part of a JPEG tile as a stream of its own.
  case corner(width: Int, height: Int)
  /// Nothing: it is proved that something could be.
  case proof

  /// Bytes of what is made: exactly as many of pixels and planes, at most as many of a stream.
  ///
  /// - Parameters:
  ///   - width: of the tile, in pixels.
  ///   - height: of the tile.
  /// - Returns: how many.
  package func byteCount(ofTile width: Int, _ height: Int) -> Int {
    switch self {
    case .pixels(let shrink):
      return (width + shrink - 1) / shrink * ((height + shrink - 1) / shrink) * 4
    case .planes(let sampling):
      guard let sampling else { return width * height }
      return width * height + 2 * (width / sampling.across) * (height / sampling.down)
    case .corner(let width, let height):
      // Every coefficient at its longest code, in three components; and the tables.
      return width * height * 10 + 65536
    case .proof: return 0
    }
  }
}

extension TileForm {
  /// How many numbers it is as ``words``.
  package static let wordCount = 3

  package var words: [UInt32] {
    switch self {
    case .pixels(let shrink): [0, UInt32(shrink), 0]
    case .planes(let sampling): [1, UInt32(sampling?.across ?? 0), UInt32(sampling?.down ?? 0)]
    case .corner(let width, let height): [2, UInt32(width), UInt32(height)]
    case .proof: [3, 0, 0]
    }
  }

  /// Nil for numbers that mean nothing.
  ///
  /// - Parameter words: what ``words`` are; who sent them need not be believed.
  package init?(words: ArraySlice<UInt32>) {
    guard words.count == Self.wordCount else { return nil }
    let (first, second) = (Int(words[words.startIndex + 1]), Int(words[words.startIndex + 2]))
    switch words[words.startIndex] {
    case 0:
      guard [1, 2, 4, 8].contains(first) else { return nil }
      self = .pixels(shrink: first)
    case 1:
      if first == 0, second == 0 {
        self = .planes(nil)
        return
      }
      guard let sampling = ChromaSampling(across: first, down: second) else { return nil }
      self = .planes(sampling)
    case 2:
      guard (1...Self.longestSide).contains(first), (1...Self.longestSide).contains(second) else {
        return nil
      }
      self = .corner(width: first, height: second)
    case 3:
      guard first == 0, second == 0 else { return nil }
      self = .proof
    default: return nil
    }
  }

  /// In pixels; no tile that is decoded is longer.
  private static let longestSide = 4096
}
