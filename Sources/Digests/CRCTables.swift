/// A reflected cyclic redundancy check of 32 bits, eight bytes a step through eight tables.
struct CRCTables: Sendable {
  /// The n-th of eight tables of 256 is the effect of a byte followed by n zero bytes.
  private let tables: [UInt32]

  /// - Parameter polynomial: without its highest term, the lowest bit first.
  init(polynomial: UInt32) {
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
    self.tables = tables
  }

  /// Takes bytes into a running, still inverted sum.
  func update(_ sum: inout UInt32, _ bytes: RawSpan) {
    var state = sum
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
    sum = state
  }
}
