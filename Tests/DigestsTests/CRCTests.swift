import Testing

@testable import PyramidFile

@Suite struct ChecksumTests {
  @Test func `the check value of CRC-32C comes out`() {
    let digits = Array("123456789".utf8)
    #expect(unsafe Checksum.of(digits.span.bytes) == 0xE306_9283)
  }

  @Test func `instruction and tables agree at every length`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 5) }
    for length in 0...bytes.count {
      let part = Array(bytes.prefix(length))
      var byTables = Checksum()
      unsafe byTables.updateByTables(part.span.bytes)
      #expect(unsafe byTables.value == Checksum.of(part.span.bytes))
    }
  }
}
