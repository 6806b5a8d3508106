/// SHA-256 (FIPS 180-4), for names that nobody can forge; not built for speed.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// The 32 bytes of a message's digest.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var padded = message
    let bitCount = UInt64(padded.count) * 8
    padded.append(0x80)
    padded.append(contentsOf: [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64))
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    var hash = SHA256()
    for start in stride(from: 0, to: padded.count, by: 64) {
      hash.absorb(padded[start..<start + 64])
    }
    return hash.state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private mutating func absorb(_ block: ArraySlice<UInt8>) {
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() {
      words[index / 4] |= UInt32(byte) << UInt32(24 - 8 * (index % 4))
    }
    for t in 16..<64 {
      let far = words[t - 15]
      let near = words[t - 2]
      let mixedFar = far.rotated(7) ^ far.rotated(18) ^ (far >> 3)
      let mixedNear = near.rotated(17) ^ near.rotated(19) ^ (near >> 10)
      words[t] = words[t - 16] &+ mixedFar &+ words[t - 7] &+ mixedNear
    }
    var v = state
    for t in 0..<64 {
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      let high = v[4].rotated(6) ^ v[4].rotated(11) ^ v[4].rotated(25)
      let low = v[0].rotated(2) ^ v[0].rotated(13) ^ v[0].rotated(22)
      let first = v[7] &+ high &+ choice &+ Self.constants[t] &+ words[t]
      v = [first &+ low &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] = state[index] &+ v[index] }
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes, computed in
  /// integers: the largest k with k^3 <= p * 2^96, less its whole part.
  private static let constants: [UInt32] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      var root: UInt64 = 0
      for bit in stride(from: 34, through: 0, by: -1) {
        let trial = root | 1 << UInt64(bit)
        let square = UInt128(trial) * UInt128(trial)
        // The cube of a 35-bit number takes up to 105 bits: it fits.
        if square * UInt128(trial) <= UInt128(prime) << 96 { root = trial }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}

extension UInt32 {
  fileprivate func rotated(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
