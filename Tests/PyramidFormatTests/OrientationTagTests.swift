import PyramidFormat
import Testing

@Suite struct OrientationTagTests {
  /// A TIFF header and a directory of entries of a tag and a short.
  private func block(littleEndian: Bool, _ entries: [(tag: Int, value: Int)]) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] {
      let bytes = [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
      return littleEndian ? bytes.reversed() : bytes
    }
    var bytes: [UInt8] = littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    bytes += short(42)
    bytes += littleEndian ? short(8) + short(0) : short(0) + short(8)
    bytes += short(entries.count)
    for entry in entries {
      bytes += short(entry.tag) + short(3)
      bytes += littleEndian ? short(1) + short(0) : short(0) + short(1)
      bytes += short(entry.value) + short(0)
    }
    return bytes
  }

  @Test(arguments: [true, false], 1...8)
  func `the tag is found in either byte order`(_ littleEndian: Bool, _ value: Int) {
    let bytes = block(littleEndian: littleEndian, [(0x010F, 7), (0x0112, value)])
    #expect(OrientationTag.value(in: bytes.span) == value)
  }

  @Test func `a block cut short anywhere is read within its bounds`() {
    let whole = block(littleEndian: true, [(0x010F, 7), (0x0112, 6)])
    for length in 0..<whole.count {
      let part = Array(whole.prefix(length))
      #expect(OrientationTag.value(in: part.span) == nil)
    }
  }

  @Test func `a directory that lies elsewhere than it can is none`() {
    var bytes = block(littleEndian: true, [(0x0112, 6)])
    bytes[7] = 0xFF
    #expect(OrientationTag.value(in: bytes.span) == nil)
  }
}
