/// The 64-bit hash of Fowler, Noll and Vo: for telling things apart where nobody gains by making two
/// of them alike.
@usableFromInline
package struct FNV1a: Equatable, Sendable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable
  package init() {}

  /// Begins with what is to be told apart beside the bytes, such as how many they are.
  @inlinable
  package init(salt: UInt64) { state ^= salt }

  @inlinable
  package var value: UInt64 { state }

  @inlinable
  package static func of(_ bytes: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    hash.combine(bytes)
    return hash.value
  }

  @inlinable
  package mutating func combine(_ bytes: [UInt8]) {
    for byte in bytes { combine(word: UInt64(byte)) }
  }

  /// Takes in one number whole.
  @inlinable
  package mutating func combine(word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
  }

  /// Carries the high bits down.
  ///
  /// For after whole numbers, whose high bits would never touch the low ones of the hash.
  @inlinable
  package mutating func mix() { state ^= state >> 29 }
}
