import CZlib
import SeededNumbers
import Testing

@testable import Inflating

/// Streams that zlib writes, and what becomes of them on their way.
@Suite struct InflateStreamTests {
  /// Bytes of a kind: noise, few values, repeats of any distance, one value, rows of a picture.
  static func bytes(_ numbers: inout SplitMix, kind: Int, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      switch kind {
      case 0: bytes.append(UInt8(numbers.int(0...255)))
      case 1: bytes.append(UInt8(numbers.int(0...3)))
      case 2 where bytes.count > 1 && numbers.bool():
        let distance = numbers.int(1...min(bytes.count, numbers.bool() ? 40 : 32_768))
        for _ in 0..<numbers.int(3...300) { bytes.append(bytes[bytes.count - distance]) }
      case 2: bytes.append(UInt8(numbers.int(0...255)))
      case 3: bytes.append(7)
      default:
        let before = bytes.count > 2 ? Int(bytes[bytes.count - 3]) : 128
        bytes.append(UInt8(truncatingIfNeeded: before + numbers.int(-3...3)))
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  static func packed(
    _ bytes: [UInt8], level: Int32, strategy: Int32 = Z_DEFAULT_STRATEGY, windowBits: Int32 = 15
  ) -> [UInt8] {
    var stream = unsafe z_stream()
    _ = unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, windowBits, 8, strategy, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, uLong(bytes.count))))
    var input = bytes
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe packed.withUnsafeMutableBufferPointer { output in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(output.count)
        _ = unsafe deflate(&stream, Z_FINISH)
      }
    }
    return Array(packed.prefix(Int(unsafe stream.total_out)))
  }

  /// A stream with the end that belongs to what zlib unpacks of it, whatever stood there; nil where
  /// it unpacks nothing of it.
  static func sealed(_ packed: [UInt8], most: Int) -> (stream: [UInt8], bytes: [UInt8])? {
    var stream = unsafe z_stream()
    _ = unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { unsafe inflateEnd(&stream) }
    var bytes = [UInt8](repeating: 0, count: most)
    var input = Array(packed.dropFirst(2))
    let outcome = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe bytes.withUnsafeMutableBufferPointer { output in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(output.count)
        return unsafe inflate(&stream, Z_FINISH)
      }
    }
    guard outcome == Z_STREAM_END else { return nil }
    bytes.removeLast(bytes.count - Int(unsafe stream.total_out))
    let sum = unsafe bytes.withUnsafeBufferPointer {
      unsafe adler32(1, $0.baseAddress, uInt($0.count))
    }
    let end = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    return (packed.prefix(2) + input.prefix(Int(unsafe stream.total_in)) + end, bytes)
  }

  /// Unpacks a stream of so many bytes, which comes in pieces and is taken in others.
  static func unpacked(
    _ packed: [UInt8], count: Int, piece: Int = 1 << 20, row: Int = 1000
  ) throws -> [UInt8] {
    var place = 0
    let stream = InflateStream(longest: row) { buffer in
      let read = min(piece, buffer.byteCount, packed.count - place)
      for index in 0..<read {
        buffer.storeBytes(of: packed[place + index], toByteOffset: index, as: UInt8.self)
      }
      place += read
      return read
    }
    var bytes: [UInt8] = []
    while bytes.count < count {
      try stream.take(min(row, count - bytes.count)) { taken in
        for index in taken.indices { bytes.append(taken[index]) }
      }
    }
    try stream.finish()
    return bytes
  }

  @Test(arguments: 0..<5, [0, 1, 6, 9])
  func `what zlib packs is unpacked`(kind: Int, level: Int) throws {
    var numbers = SplitMix(seed: UInt64(10 * kind + level))
    for count in [0, 1, 2, 257, 70_000, 400_000] {
      let bytes = Self.bytes(&numbers, kind: kind, count: count)
      let packed = Self.packed(bytes, level: Int32(level))
      for piece in [1 << 20, 31, count > 1000 ? 4001 : 1] {
        let row = numbers.int(1...50_000)
        #expect(try Self.unpacked(packed, count: count, piece: piece, row: row) == bytes)
      }
    }
  }

  @Test(arguments: [Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED, Z_FILTERED], [9, 12, 15])
  func `so is what it packs in other ways, with any window`(strategy: Int32, window: Int) throws {
    var numbers = SplitMix(seed: UInt64(window))
    for kind in 0..<5 {
      let bytes = Self.bytes(&numbers, kind: kind, count: 100_000)
      let packed = Self.packed(bytes, level: 6, strategy: strategy, windowBits: Int32(window))
      #expect(try Self.unpacked(packed, count: bytes.count) == bytes)
    }
  }

  @Test func `rows may be longer than all that is unpacked at once`() throws {
    var numbers = SplitMix(seed: 5)
    let bytes = Self.bytes(&numbers, kind: 2, count: 1_500_000)
    let packed = Self.packed(bytes, level: 6)
    #expect(try Self.unpacked(packed, count: bytes.count, row: 600_000) == bytes)
  }

  @Test(arguments: 0..<5)
  func `what was changed is unpacked as zlib does, where zlib does`(kind: Int) throws {
    var numbers = SplitMix(seed: UInt64(100 + kind))
    var taken = 0
    for round in 0..<4000 {
      let bytes = Self.bytes(&numbers, kind: kind, count: numbers.int(1...600))
      let strategies = [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY]
      var packed = Self.packed(
        bytes, level: Int32(round % 4 == 0 ? 0 : 6), strategy: strategies[round % 3])
      for _ in 0..<numbers.int(1...3) {
        packed[numbers.int(2...packed.count - 1)] ^= 1 << UInt8(numbers.int(0...7))
      }
      guard let sealed = Self.sealed(packed, most: 1 << 18) else {
        // Whatever stands at its end.
        #expect(throws: PackedIrregular.self) {
          try Self.unpacked(packed, count: bytes.count, piece: 200)
        }
        continue
      }
      let found = try Self.unpacked(sealed.stream, count: sealed.bytes.count, piece: 200)
      #expect(found == sealed.bytes)
      taken += 1
    }
    #expect(taken > 500)
  }

  @Test func `another checksum is refused`() {
    let bytes = Array("some words, and some words".utf8)
    var packed = Self.packed(bytes, level: 6)
    packed[packed.count - 1] ^= 1
    #expect(throws: PackedIrregular("the stream's checksum is another one")) {
      try Self.unpacked(packed, count: bytes.count)
    }
  }

  @Test(arguments: [0, 1, 2])
  func `a stream that ends anywhere is refused`(kind: Int) {
    var numbers = SplitMix(seed: 3)
    for (level, strategy) in [(0, Z_DEFAULT_STRATEGY), (6, Z_FIXED), (6, Z_DEFAULT_STRATEGY)] {
      let bytes = Self.bytes(&numbers, kind: kind, count: 300)
      let packed = Self.packed(bytes, level: Int32(level), strategy: strategy)
      for end in packed.indices {
        #expect(throws: PackedIrregular.self) {
          try Self.unpacked(Array(packed[..<end]), count: bytes.count)
        }
      }
      #expect(throws: PackedIrregular.self) {
        try Self.unpacked(packed + [0], count: bytes.count)
      }
      #expect(throws: PackedIrregular.self) {
        try Self.unpacked(packed, count: bytes.count - 1)
      }
      #expect(throws: PackedIrregular.self) {
        try Self.unpacked(packed, count: bytes.count + 1)
      }
    }
  }
}

@Suite struct InflateStreamsTests {
  @Test(arguments: 0...4)
  func `one reader unpacks one stream after another, read to its end or not`(kind: Int) throws {
    var numbers = SplitMix(seed: UInt64(kind) + 50)
    var (packed, place) = ([UInt8](), 0)
    let stream = InflateStream(longest: 500) { buffer in
      let read = min(buffer.byteCount, packed.count - place)
      for index in 0..<read {
        buffer.storeBytes(of: packed[place + index], toByteOffset: index, as: UInt8.self)
      }
      place += read
      return read
    }
    for (round, count) in [700, 90_000, 500, 200_000, 3].enumerated() {
      let bytes = InflateStreamTests.bytes(&numbers, kind: kind, count: count)
      (packed, place) = (InflateStreamTests.packed(bytes, level: Int32(round) * 2), 0)
      stream.restart()
      var found: [UInt8] = []
      let wanted = round % 2 == 0 ? count : 400
      while found.count < wanted {
        try stream.take(min(500, wanted - found.count)) { taken in
          for index in taken.indices { found.append(taken[index]) }
        }
      }
      #expect(found == Array(bytes.prefix(wanted)))
      if round % 2 == 0 { try stream.finish() }
    }
  }

  @Test func `bytes behind the end are passed over where they may stand there`() throws {
    let packed = InflateStreamTests.packed([1, 2, 3], level: 6) + [0, 0]
    for isLast in [false, true] {
      var place = 0
      let stream = InflateStream(longest: 3) { buffer in
        let read = min(buffer.byteCount, packed.count - place)
        for index in 0..<read {
          buffer.storeBytes(of: packed[place + index], toByteOffset: index, as: UInt8.self)
        }
        place += read
        return read
      }
      try stream.take(3) { _ in }
      if isLast {
        #expect(throws: PackedIrregular("bytes behind the stream's end")) { try stream.finish() }
      } else {
        try stream.finish(isLast: false)
      }
    }
  }
}
