/// A running CRC-32, as ZIP, gzip and PNG use it.
package struct CRC32: Equatable, Sendable {
  private var state: UInt32 = ~0

  package init() {}

  package var value: UInt32 { ~state }

  package static func of(_ bytes: RawSpan) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes)
    return checksum.value
  }

  package mutating func update(_ bytes: RawSpan) { Self.tables.update(&state, bytes) }

  private static let tables = CRCTables(polynomial: 0xEDB8_8320)
}
