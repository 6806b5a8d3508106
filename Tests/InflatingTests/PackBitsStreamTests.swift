import SeededNumbers
import Testing

@testable import Inflating

@Suite struct PackBitsStreamTests {
  /// Runs as a writer makes them: of equal bytes, of others, and of none.
  private static func packed(_ bytes: [UInt8], _ numbers: inout SplitMix) -> [UInt8] {
    var packed: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if numbers.int(0...20) == 0 { packed.append(128) }
      let most = min(bytes.count - place, numbers.int(1...128))
      let equal = bytes[place..<place + most].prefix { $0 == bytes[place] }.count
      if equal > 1 {
        packed += [UInt8(257 - equal), bytes[place]]
        place += equal
      } else {
        packed += [UInt8(most - 1)] + bytes[place..<place + most]
        place += most
      }
    }
    return packed
  }

  private static func stream(of packed: [UInt8], longest: Int, input: Int) -> PackBitsStream {
    var place = 0
    return PackBitsStream(longest: longest) { buffer in
      let read = min(buffer.byteCount, packed.count - place, input)
      for index in 0..<read {
        buffer.storeBytes(of: packed[place + index], toByteOffset: index, as: UInt8.self)
      }
      place += read
      return read
    }
  }

  private static func unpacked(
    _ packed: [UInt8], count: Int, piece: Int = 999, input: Int = 700
  ) throws -> [UInt8] {
    let stream = stream(of: packed, longest: piece, input: input)
    var bytes: [UInt8] = []
    while bytes.count < count {
      try stream.take(min(piece, count - bytes.count)) { taken in
        for index in taken.indices { bytes.append(taken[index]) }
      }
    }
    try stream.finish()
    return bytes
  }

  @Test(arguments: 0...4)
  func `what is packed is unpacked, in whatever pieces`(kind: Int) throws {
    var numbers = SplitMix(seed: UInt64(kind))
    for count in [0, 1, 2, 129, 4000, 300_000] {
      let bytes = InflateStreamTests.bytes(&numbers, kind: kind, count: count)
      let packed = Self.packed(bytes, &numbers)
      let pieces = count > 5000 ? [(999, 700), (100_000, 1 << 20)] : [(1, 1), (999, 700)]
      for (piece, input) in pieces {
        #expect(try Self.unpacked(packed, count: count, piece: piece, input: input) == bytes)
      }
    }
  }

  @Test func `another stream begins where the last one was left`() throws {
    var (packed, place) = ([UInt8](), 0)
    let stream = PackBitsStream(longest: 10) { buffer in
      guard place < packed.count else { return 0 }
      buffer.storeBytes(of: packed[place], as: UInt8.self)
      place += 1
      return 1
    }
    for value in [UInt8(3), 9] {
      (packed, place) = ([253, value, 5, 1, 2, 3, 4, 5, 6], 0)
      stream.restart()
      try stream.take(5) { #expect($0[3] == value && $0[4] == 1) }
    }
  }

  @Test(arguments: [
    // A run of others, and one of equals, whose bytes are missing; and nothing at all.
    [5, 1, 2] as [UInt8], [254], [],
  ])
  func `a stream that ends too early is refused`(packed: [UInt8]) {
    #expect(throws: PackedIrregular("the stream ends too early")) {
      try Self.unpacked(packed, count: 3)
    }
  }

  @Test func `a stream that has more than is wanted is refused`() {
    #expect(throws: PackedIrregular("the stream has more than is wanted")) {
      try Self.unpacked([255, 7, 0, 1], count: 2)
    }
    #expect(throws: PackedIrregular("the stream has more than is wanted")) {
      try Self.unpacked([254, 7], count: 2)
    }
  }

  @Test func `runs of nothing may stand anywhere`() throws {
    #expect(try Self.unpacked([128, 255, 7, 128, 0, 1, 128, 128], count: 3) == [7, 7, 1])
  }
}
