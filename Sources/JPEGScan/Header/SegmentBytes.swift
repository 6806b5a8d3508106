/// A marker segment's bytes, taken one after the other.
struct SegmentBytes {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func take() throws(ScanIrregular) -> Int {
    guard let byte = bytes.popFirst() else { throw ScanIrregular("a segment that ends too early") }
    return Int(byte)
  }

  /// Two bytes, the higher one first.
  mutating func takeWord() throws(ScanIrregular) -> Int { try take() << 8 | take() }
}
