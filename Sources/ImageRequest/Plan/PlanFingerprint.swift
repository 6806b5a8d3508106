import Digests
import TileGeometry

extension ImagePlan {
  /// A number that tells plans apart for entity tags; the same in every process.
  ///
  /// - Parameter settings: what else decides about the bytes, such as the quality of an encoder.
  /// - Returns: the same number for equal plans and settings.
  package func fingerprint(_ settings: UInt64) -> UInt64 {
    var hash = PlanHash()
    for side in [region.x, region.y, region.width, region.height, size.width, size.height] {
      hash.combine(UInt64(bitPattern: side))
    }
    hash.combine(rotation.degrees.bitPattern)
    hash.combine(
      UInt64(quality.rawValue) << 16 | UInt64(format.rawValue) << 8 | (isMirrored ? 1 : 0))
    hash.combine(UInt64(paddedSide))
    hash.combine(settings)
    return hash.value
  }
}

/// FNV-1a by words instead of bytes, with a last mixing.
private struct PlanHash {
  private var hash = FNV1a()

  mutating func combine(_ word: UInt64) {
    hash.combine(word: word)
    hash.mix()
  }

  var value: UInt64 { (hash.value ^ (hash.value >> 32)) &* 0x9e37_79b9_7f4a_7c15 }
}
