/// A Huffman code's words by their length, for those that a look-up does not tell whole.
struct CanonicalCode: Sendable {
  /// The last word of each length, -1 where there is none; by length, 1 to 16.
  let lastWord: [Int32]
  /// What is added to a word for its symbol's place; by length.
  let offset: [Int32]
  let symbols: [UInt8]
  /// By the first bits of what is read: a word's length above its symbol, nothing where the word is
  /// longer, or none.
  private let beginnings: [UInt16]

  /// How many bits of a word are looked up.
  private static let looked = 11

  init(_ specification: HuffmanSpecification) {
    var lastWord: [Int32] = [-1]
    var offset: [Int32] = [0]
    var next: Int32 = 0
    var place: Int32 = 0
    for count in specification.counts {
      offset.append(place - next)
      next += Int32(count)
      place += Int32(count)
      lastWord.append(count > 0 ? next - 1 : -1)
      next <<= 1
    }
    self.lastWord = lastWord
    self.offset = offset
    symbols = specification.symbols
    beginnings = Self.beginnings(of: specification)
  }

  private static func beginnings(of specification: HuffmanSpecification) -> [UInt16] {
    var beginnings: [UInt16] = []
    beginnings.reserveCapacity(1 << looked)
    var place = 0
    for (index, count) in specification.counts.prefix(looked).enumerated() {
      for symbol in specification.symbols[place..<place + Int(count)] {
        let entry = UInt16(index + 1) << 8 | UInt16(symbol)
        beginnings.append(contentsOf: repeatElement(entry, count: 1 << (looked - index - 1)))
      }
      place += Int(count)
    }
    beginnings += repeatElement(0, count: 1 << looked - beginnings.count)
    return beginnings
  }

  /// The symbol whose word stands at the top of the bits.
  ///
  /// - Parameters:
  ///   - bits: at most 32 of them, at the upper end.
  ///   - available: how many are there.
  /// - Returns: nil where no whole word is there.
  func symbol(_ bits: UInt32, available: Int) -> (symbol: UInt8, length: Int)? {
    let beginning = beginnings[Int(bits >> UInt32(32 - Self.looked))]
    var length = Int(beginning >> 8)
    if length > 0 {
      return length <= available ? (UInt8(truncatingIfNeeded: beginning), length) : nil
    }
    length = Self.looked + 1
    while length <= min(available, HuffmanSpecification.longest) {
      let word = Int32(bits >> UInt32(32 - length))
      if word <= lastWord[length] {
        let place = Int(word + offset[length])
        guard symbols.indices.contains(place) else { return nil }
        return (symbols[place], length)
      }
      length += 1
    }
    return nil
  }
}

/// The number that so many bits behind a word mean (T.81, F.2.2.1).
@inline(__always)
func extended(_ value: Int32, bits: Int32) -> Int32 {
  value < 1 &<< (bits &- 1) ? value &- (1 &<< bits) &+ 1 : value
}

/// The bits that stand behind a word for a number, and how many (T.81, F.1.2.1).
@inline(__always)
func extra(_ value: Int32) -> (bits: UInt64, count: Int) {
  let count = 32 &- value.magnitude.leadingZeroBitCount
  let below = value &+ value &>> 31
  let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: count) &- 1
  return (UInt64(UInt32(bitPattern: below)) & mask, count)
}
