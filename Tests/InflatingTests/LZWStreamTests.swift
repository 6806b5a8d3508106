import Glibc
import SeededNumbers
import Testing

@testable import Inflating

@Suite struct LZWStreamTests {
  /// Reads a stream in pieces, of which its input gives so many bytes at once.
  static func unpacked(
    _ packed: [UInt8], count: Int, piece: Int = 999, input: Int = 700, by stream: LZWStream? = nil
  ) throws -> [UInt8] {
    let stream = stream ?? Self.stream(of: packed, longest: piece, input: input)
    var bytes: [UInt8] = []
    while bytes.count < count {
      try stream.take(min(piece, count - bytes.count)) { taken in
        for index in taken.indices { bytes.append(taken[index]) }
      }
    }
    try stream.finish()
    return bytes
  }

  static func stream(of packed: [UInt8], longest: Int, input: Int) -> LZWStream {
    var place = 0
    return LZWStream(longest: longest) { buffer in
      let read = min(buffer.byteCount, packed.count - place, input)
      for index in 0..<read {
        buffer.storeBytes(of: packed[place + index], toByteOffset: index, as: UInt8.self)
      }
      place += read
      return read
    }
  }

  @Test(arguments: 0...4)
  func `what is packed is unpacked, in whatever pieces`(kind: Int) throws {
    var numbers = SplitMix(seed: UInt64(kind))
    for count in [0, 1, 2, 3, 255, 4000, 70_000] {
      let bytes = InflateStreamTests.bytes(&numbers, kind: kind, count: count)
      for entries in [259, 300, 4094] {
        let packed = LZWPacker.pack(bytes, clearingAt: entries, hasEnd: numbers.bool())
        let found = try Self.unpacked(
          packed, count: count, piece: numbers.int(1...20_000), input: numbers.int(1...70_000))
        #expect(found == bytes)
      }
    }
  }

  @Test func `strings of thousands of bytes are held until their table is cleared`() throws {
    var packer = LZWPacker()
    packer.put(256, width: 9)
    // Each code stands for one byte more than the one before.
    packer.put(7, width: 9)
    for code in 258..<4095 {
      packer.put(code, width: code < 511 ? 9 : code < 1023 ? 10 : code < 2047 ? 11 : 12)
    }
    for code in [257, 0] { packer.put(code, width: 12) }
    let count = 3838 * 3839 / 2
    let stream = Self.stream(of: packer.packed, longest: count, input: 700)
    try stream.take(count) { bytes in
      #expect(bytes[0] == 7)
      // Each byte is the one before it.
      let others = unsafe bytes.withUnsafeBytes {
        unsafe memcmp($0.baseAddress!, $0.baseAddress! + 1, count - 1)
      }
      #expect(others == 0)
    }
  }

  @Test func `a stream is begun behind another one`() throws {
    var numbers = SplitMix(seed: 1)
    let texts = (0..<5).map { InflateStreamTests.bytes(&numbers, kind: $0, count: 9000) }
    var packed: [[UInt8]] = texts.map { LZWPacker.pack($0) }
    var place = 0
    let stream = LZWStream(longest: 999) { buffer in
      let read = min(buffer.byteCount, packed[0].count - place)
      for index in 0..<read {
        buffer.storeBytes(of: packed[0][place + index], toByteOffset: index, as: UInt8.self)
      }
      place += read
      return read
    }
    for text in texts {
      // Some of the first is left.
      try stream.take(500) { _ in }
      stream.restart()
      place = 0
      #expect(try Self.unpacked([], count: text.count, by: stream) == text)
      packed.removeFirst()
      place = 0
      stream.restart()
    }
  }

  @Test func `a stream that is cut short, or has more than is wanted, is refused`() {
    var numbers = SplitMix(seed: 2)
    let bytes = InflateStreamTests.bytes(&numbers, kind: 4, count: 3000)
    let packed = LZWPacker.pack(bytes)
    for count in [0, 1, 2, 100, packed.count - 4] {
      #expect(throws: PackedIrregular.self) {
        try Self.unpacked(Array(packed.prefix(count)), count: bytes.count)
      }
    }
    #expect(throws: PackedIrregular.self) {
      try Self.unpacked(packed, count: bytes.count - 1)
    }
  }

  @Test func `what may stand behind the end is not looked at`() throws {
    let bytes = Array("abcabcabc".utf8)
    #expect(try Self.unpacked(LZWPacker.pack(bytes) + [1, 2, 3], count: 9) == bytes)
  }

  @Test func `codes that no table has are refused`() {
    for codes in [[256, 258], [256, 97, 259], [97, 98, 257], [256, 97, 258, 260], [0, 1]] {
      var packer = LZWPacker()
      for code in codes + [257, 0] { packer.put(code, width: 9) }
      let packed = packer.packed
      #expect(throws: PackedIrregular.self) { try Self.unpacked(packed, count: 10) }
    }
  }

  @Test func `a table that is never cleared is refused behind its last number`() {
    var packer = LZWPacker()
    packer.put(256, width: 9)
    // Nothing but literals, of the width that their place has.
    for place in 0..<4000 {
      let next = 258 + place
      packer.put(place % 256, width: next < 512 ? 9 : next < 1024 ? 10 : next < 2048 ? 11 : 12)
    }
    let packed = packer.packed
    #expect(throws: PackedIrregular.self) { try Self.unpacked(packed, count: 4000) }
    #expect(throws: Never.self) {
      let stream = Self.stream(of: packed, longest: 3838, input: 999)
      try stream.take(3838) { bytes in #expect(bytes[3837] == UInt8(3837 % 256)) }
    }
  }
}
