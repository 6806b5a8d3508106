import TileGeometry

extension ImagePlan {
  /// A number that tells plans apart for entity tags; the same in every process.
  ///
  /// `settings`: what else decides about the bytes, such as the quality of an encoder.
  package func fingerprint(_ settings: UInt64) -> UInt64 {
    var hash = FNV1a()
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

/// The 64-bit hash of Fowler, Noll and Vo, by words instead of bytes, with a last mixing.
private struct FNV1a {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 29
  }

  var value: UInt64 { (state ^ (state >> 32)) &* 0x9e37_79b9_7f4a_7c15 }
}
