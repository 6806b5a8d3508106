import CChecksum

/// A running CRC-32C (Castagnoli), as iSCSI, ext4 and Snappy use it.
package struct Checksum: Equatable, Sendable {
  private var state: UInt32 = ~0

  package init() {}

  package var value: UInt32 { ~state }

  package static func of(_ bytes: RawSpan) -> UInt32 {
    var checksum = Checksum()
    checksum.update(bytes)
    return checksum.value
  }

  package mutating func update(_ bytes: RawSpan) {
    if Self.hasInstruction {
      updateByInstruction(bytes)
    } else {
      updateByTables(bytes)
    }
  }

  private static let hasInstruction = pyramidion_has_crc32c()

  private mutating func updateByInstruction(_ bytes: RawSpan) {
    let words = bytes.byteCount / 8
    state = unsafe bytes.withUnsafeBytes {
      unsafe pyramidion_crc32c_words(state, $0.baseAddress, words)
    }
    updateByTables(bytes.extracting(droppingFirst: words * 8))
  }

  /// The road of processors without the instruction: eight bytes a step through eight tables.
  mutating func updateByTables(_ bytes: RawSpan) {
    let tables = Self.tables
    var state = self.state
    var index = 0
    while index + 8 <= bytes.byteCount {
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let mixed = UInt64(littleEndian: word) ^ UInt64(state)
      var next: UInt32 = 0
      for lane in 0..<8 {
        next ^= tables[(7 - lane) << 8 | Int(truncatingIfNeeded: mixed >> (8 * lane)) & 0xFF]
      }
      state = next
      index += 8
    }
    while index < bytes.byteCount {
      let byte = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
      state = tables[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
      index += 1
    }
    self.state = state
  }

  /// Eight tables of 256: the n-th is the effect of a byte followed by n zero bytes.
  private static let tables: [UInt32] = {
    let polynomial: UInt32 = 0x82F6_3B78
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? polynomial ^ (value >> 1) : value >> 1 }
      tables[byte] = value
    }
    for table in 1..<8 {
      for byte in 0..<256 {
        let shorter = tables[(table - 1) << 8 | byte]
        tables[table << 8 | byte] = tables[Int(shorter & 0xFF)] ^ (shorter >> 8)
      }
    }
    return tables
  }()
}
