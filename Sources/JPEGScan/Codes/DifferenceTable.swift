/// Differences of DC by look-up: the word and the bits behind it at once.
///
/// Of an entry, bits 0 to 7 are how many are used, 0 where the look-up does not tell; 16 to 31 are the
/// difference.
enum DifferenceTable {
  static let width = 10
  /// The largest count of bits behind a word for 8-bit samples.
  static let most = 11
  /// What the DC of 8-bit samples can be: any two of them differ by no more than has a word.
  static let predictors: ClosedRange<Int32> = -1024...1023

  static func make(_ specification: HuffmanSpecification) -> LookUp<UInt32> {
    let code = CanonicalCode(specification)
    return LookUp(code, width: width) { entry($0, code) }
  }

  private static func entry(_ bits: UInt32, _ code: CanonicalCode) -> UInt32 {
    guard let (symbol, length) = code.symbol(bits, available: width), symbol <= most,
      length + Int(symbol) <= width
    else { return 0 }
    let size = Int32(symbol)
    let value =
      size == 0 ? 0 : extended(Int32((bits << UInt32(length)) >> UInt32(32 - size)), bits: size)
    return UInt32(length + Int(symbol)) | UInt32(UInt16(truncatingIfNeeded: value)) << 16
  }
}
