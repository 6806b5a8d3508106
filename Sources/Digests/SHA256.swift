/// SHA-256 (FIPS 180-4), for names that nobody can forge and for signatures.
///
/// A copy goes on by itself from where it was made, so that what several messages begin with is
/// worked through once.
package struct SHA256: Sendable {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// What does not fill a block yet.
  private var block = InlineArray<64, UInt8>(repeating: 0)
  private var held = 0
  /// Of the whole message so far, in bytes.
  private var length: UInt64 = 0

  package init() {}

  /// The 32 bytes of a message's digest.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(message.span)
    return hash.finished()
  }

  /// Goes on with the message.
  package mutating func update(_ bytes: Span<UInt8>) {
    length &+= UInt64(bytes.count)
    for index in bytes.indices { push(bytes[index]) }
  }

  /// The 32 bytes of the digest of what has been said; the message can go on all the same.
  package func finished() -> [UInt8] {
    var last = self
    last.push(0x80)
    while last.held != 56 { last.push(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      last.push(UInt8(truncatingIfNeeded: (length &* 8) >> UInt64(shift)))
    }
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for index in last.state.indices {
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: last.state[index] >> UInt32(shift)))
      }
    }
    return digest
  }

  private mutating func push(_ byte: UInt8) {
    block[held] = byte
    held &+= 1
    if held == block.count {
      absorb()
      held = 0
    }
  }

  private mutating func absorb() {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for index in block.indices {
      words[index / 4] |= UInt32(block[index]) << UInt32(24 - 8 * (index % 4))
    }
    for t in 16..<64 {
      let far = words[t - 15]
      let near = words[t - 2]
      let mixedFar = far.rotated(7) ^ far.rotated(18) ^ (far >> 3)
      let mixedNear = near.rotated(17) ^ near.rotated(19) ^ (near >> 10)
      words[t] = words[t - 16] &+ mixedFar &+ words[t - 7] &+ mixedNear
    }
    let constants = Self.constants
    var v = state
    for t in 0..<64 {
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      let high = v[4].rotated(6) ^ v[4].rotated(11) ^ v[4].rotated(25)
      let low = v[0].rotated(2) ^ v[0].rotated(13) ^ v[0].rotated(22)
      let first = v[7] &+ high &+ choice &+ constants[t] &+ words[t]
      v = [first &+ low &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in state.indices { state[index] = state[index] &+ v[index] }
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes, computed in
  /// integers: the largest k with k^3 <= p * 2^96, less its whole part.
  private static let constants: InlineArray<64, UInt32> = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return InlineArray { index in
      let prime = UInt128(primes[index])
      var root: UInt64 = 0
      for bit in stride(from: 34, through: 0, by: -1) {
        let trial = root | 1 << UInt64(bit)
        let square = UInt128(trial) * UInt128(trial)
        // The cube of a 35-bit number takes up to 105 bits: it fits.
        if square * UInt128(trial) <= prime << 96 { root = trial }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}

extension UInt32 {
  fileprivate func rotated(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
