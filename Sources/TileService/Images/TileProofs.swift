import PyramidFormat
import Synchronization

/// Which tiles of a pyramid that lies elsewhere came here as they were written.
///
/// Who sends a tile as it lies never looks at its bytes: what came over a network is compared once,
/// before that.
final class TileProofs: Sendable {
  /// A bit a tile, by levels; none of a level before its first tile.
  private let words: Mutex<[[UInt64]]>

  /// Nil for a pyramid without checksums: nobody can tell.
  ///
  /// - Parameter pyramid: whose tiles they are.
  init?(of pyramid: Pyramid) {
    guard pyramid.levels.contains(where: \.hasChecksums) else { return nil }
    words = Mutex(Array(repeating: [], count: pyramid.levels.count))
  }

  func contains(_ tile: FiledTile) -> Bool {
    let (word, bit) = Self.place(of: tile)
    return words.withLock { words in
      word < words[tile.level].count && words[tile.level][word] & bit != 0
    }
  }

  func insert(_ tile: FiledTile, of pyramid: Pyramid) {
    let (word, bit) = Self.place(of: tile)
    words.withLock { words in
      if words[tile.level].isEmpty {
        let count = (pyramid.levels[tile.level].tileCount + 63) / 64
        words[tile.level] = Array(repeating: 0, count: count)
      }
      words[tile.level][word] |= bit
    }
  }

  private static func place(of tile: FiledTile) -> (word: Int, bit: UInt64) {
    (tile.index / 64, 1 << UInt64(tile.index % 64))
  }
}
