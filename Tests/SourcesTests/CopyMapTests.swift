import SeededNumbers
import Testing

@testable import Sources

@Suite struct CopyMapTests {
  private let map = CopyMap(
    object: Array("s3://bucket/a b.tif\nhttps://s3.example.org".utf8), tag: Array("\"abc-3\"".utf8),
    size: 1_000_001, modified: 1_700_000_000, seen: 1_800_000_000,
    blocks: [0..<3, 7..<8, 200..<245])

  @Test func `what is written is what is read`() {
    #expect(CopyMap(map.encoded) == map)
    let bare = CopyMap(
      object: [], tag: Array("\"\"".utf8 + [0x61]), size: 0, modified: nil, seen: 0, blocks: [])
    // That is no tag.
    #expect(CopyMap(bare.encoded) == nil)
    let none = CopyMap(
      object: [1], tag: Array("\"a\"".utf8), size: 0, modified: nil, seen: -1, blocks: [])
    #expect(CopyMap(none.encoded) == none)
    #expect(map.held == 49 * 4096)
    #expect(map.end == 1_000_001)
  }

  @Test func `a map that isn't whole is none`() {
    let bytes = map.encoded
    for count in 0..<bytes.count { #expect(CopyMap(Array(bytes.prefix(count))) == nil) }
    #expect(CopyMap(bytes + [0]) == nil)
  }

  @Test func `a map with another bit is none`() {
    let bytes = map.encoded
    for place in bytes.indices {
      for bit in 0..<8 {
        var other = bytes
        other[place] ^= 1 << UInt8(bit)
        #expect(CopyMap(other) == nil, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test(
    arguments: [
      [3..<5, 1..<2], [0..<3, 2..<4], [244..<246], [-1..<2],
    ] as [[Range<Int64>]])
  func `blocks that can't be are none`(blocks: [Range<Int64>]) {
    let other = CopyMap(
      object: map.object, tag: map.tag, size: map.size, modified: nil, seen: 0, blocks: blocks)
    #expect(CopyMap(other.encoded) == nil)
  }

  @Test func `any bytes are read or refused`() {
    var numbers = SplitMix(seed: 7)
    let bytes = map.encoded
    for _ in 0..<2000 {
      var other = bytes
      for _ in 0..<numbers.int(1...6) {
        other[numbers.int(0...bytes.count - 1)] = UInt8(numbers.int(0...255))
      }
      if other != bytes { #expect(CopyMap(other) == nil) }
    }
  }
}
