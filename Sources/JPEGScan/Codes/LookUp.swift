/// A Huffman code as its next bits tell it: an entry for whatever may stand at the top of a scan.
@safe
final class LookUp<Entry> {
  /// For those words that the entries do not tell whole.
  let code: CanonicalCode
  let entries: UnsafeMutablePointer<Entry>

  /// - Parameters:
  ///   - code: whose words are looked up.
  ///   - width: how many bits are looked up.
  ///   - entry: what some bits mean, given at the upper end of 32.
  init(_ code: CanonicalCode, width: Int, entry: (UInt32) -> Entry) {
    self.code = code
    unsafe entries = .allocate(capacity: 1 << width)
    for index in 0..<(1 << width) {
      unsafe (entries + index).initialize(to: entry(UInt32(index) << UInt32(32 - width)))
    }
  }

  deinit { unsafe entries.deallocate() }
}
