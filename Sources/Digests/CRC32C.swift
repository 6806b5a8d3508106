import CChecksum

/// A running CRC-32C (Castagnoli), as iSCSI, ext4 and Snappy use it.
package struct CRC32C: Equatable, Sendable {
  private var state: UInt32 = ~0

  package init() {}

  package var value: UInt32 { ~state }

  package static func of(_ bytes: RawSpan) -> UInt32 {
    var checksum = CRC32C()
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

  /// The way of processors without the instruction.
  mutating func updateByTables(_ bytes: RawSpan) { Self.tables.update(&state, bytes) }

  private static let tables = CRCTables(polynomial: 0x82F6_3B78)
}
