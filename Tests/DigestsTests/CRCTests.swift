import Testing

@testable import Digests

@Suite struct CRCTests {
  @Test func `the check values come out`() {
    let digits = Array("123456789".utf8)
    #expect(unsafe CRC32C.of(digits.span.bytes) == 0xE306_9283)
    #expect(unsafe CRC32.of(digits.span.bytes) == 0xCBF4_3926)
  }

  @Test func `nothing has the sum 0`() {
    #expect(CRC32C().value == 0)
    #expect(CRC32().value == 0)
  }

  @Test func `instruction and tables agree at every length`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 5) }
    for length in 0...bytes.count {
      let part = Array(bytes.prefix(length))
      var byTables = CRC32C()
      unsafe byTables.updateByTables(part.span.bytes)
      #expect(unsafe byTables.value == CRC32C.of(part.span.bytes))
    }
  }

  @Test func `a sum of parts is the sum of the whole`() {
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for cut in 0...bytes.count {
      var (castagnoli, common) = (CRC32C(), CRC32())
      for part in [Array(bytes[..<cut]), Array(bytes[cut...])] {
        unsafe castagnoli.update(part.span.bytes)
        unsafe common.update(part.span.bytes)
      }
      #expect(unsafe castagnoli.value == CRC32C.of(bytes.span.bytes))
      #expect(unsafe common.value == CRC32.of(bytes.span.bytes))
    }
  }
}
