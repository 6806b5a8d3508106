import ByteText

/// An address and its options, taken apart.
enum AddressParts {
  /// - Parameter address: of at most 4096 bytes without blanks and control characters.
  /// - Returns: what stands before the question mark, and what behind it.
  /// - Throws: what is wrong with it.
  static func of(
    _ address: [UInt8]
  ) throws(AddressProblem) -> (main: ArraySlice<UInt8>, query: ArraySlice<UInt8>) {
    guard address.count <= 4096 else {
      throw AddressProblem(address, "it has more than 4096 bytes")
    }
    guard !address.contains(where: { $0 < ASCII.space || $0 == ASCII.delete }) else {
      throw AddressProblem(address, "it holds a control character")
    }
    guard !address.contains(ASCII.hash) else {
      throw AddressProblem(address, "a '#' in it is written %23")
    }
    let main = address.prefix { $0 != ASCII.questionMark }
    return (main, address.dropFirst(main.count + 1))
  }
}
