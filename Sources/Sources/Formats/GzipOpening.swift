/// The first bytes of what a gzip file holds (RFC 1951, RFC 1952).
///
/// Written here, since a stranger's file is looked at where it is served; whole files are inflated by
/// decoders in their own processes.
struct GzipOpening {
  private let input: [UInt8]
  private let limit: Int
  private var place = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  private init(_ input: [UInt8], limit: Int) {
    self.input = input
    self.limit = limit
    output.reserveCapacity(limit)
  }

  /// - Parameters:
  ///   - bytes: the beginning of a file.
  ///   - limit: how many bytes are wanted.
  /// - Returns: as many at most, fewer where the given bytes hold no more or are damaged; none where
  ///   they are no gzip.
  static func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    var opening = GzipOpening(bytes, limit: limit)
    guard opening.skipHead() else { return [] }
    while opening.output.count < limit, opening.readBlock() {}
    return opening.output
  }

  private static let isDeflate: UInt8 = 8
  private enum HeadFlag {
    static let checksum: UInt8 = 2
    static let extra: UInt8 = 4
    static let name: UInt8 = 8
    static let comment: UInt8 = 16
  }

  private mutating func skipHead() -> Bool {
    guard input.count >= 10, input[0] == 0x1F, input[1] == 0x8B, input[2] == Self.isDeflate else {
      return false
    }
    let flags = input[3]
    place = 10
    if flags & HeadFlag.extra != 0 {
      guard input.count >= place + 2 else { return false }
      place += 2 + Int(input[place]) + Int(input[place + 1]) << 8
    }
    for text in [HeadFlag.name, HeadFlag.comment] where flags & text != 0 {
      guard place < input.count, let end = input[place...].firstIndex(of: 0) else { return false }
      place = end + 1
    }
    if flags & HeadFlag.checksum != 0 { place += 2 }
    return place <= input.count
  }

  /// - Returns: nil where the input ends.
  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard place < input.count else { return nil }
      bits |= UInt32(input[place]) << UInt32(bitCount)
      place += 1
      bitCount += 8
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  // MARK: Blocks

  /// - Returns: whether another block follows.
  private mutating func readBlock() -> Bool {
    guard let isLast = take(1), let kind = take(2) else { return false }
    let isWhole =
      switch kind {
      case 0: copyStored()
      case 1: read(.fixed, distances: .fixedDistances)
      case 2: readWithTables()
      default: false
      }
    return isWhole && isLast == 0
  }

  private mutating func copyStored() -> Bool {
    // A stored block begins with a whole byte.
    (bits, bitCount) = (0, 0)
    guard place + 4 <= input.count else { return false }
    let length = Int(input[place]) | Int(input[place + 1]) << 8
    let start = place + 4
    let end = min(start + length, input.count)
    output += input[start..<min(end, start + max(0, limit - output.count))]
    place = end
    return end == start + length
  }

  /// The order in which a block tells how long the codes of its code lengths are.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func readWithTables() -> Bool {
    guard let literals = take(5), let distances = take(5), let lengths = take(4) else {
      return false
    }
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<(lengths + 4) {
      guard let length = take(3) else { return false }
      codeLengths[Self.lengthOrder[index]] = length
    }
    let codes = PrefixCode(lengths: codeLengths)
    var all: [Int] = []
    let count = literals + 257 + distances + 1
    while all.count < count {
      guard let symbol = next(of: codes) else { return false }
      let repeated: (length: Int, times: Int?) =
        switch symbol {
        case 0...15: (symbol, 1)
        case 16: (all.last ?? -1, take(2).map { $0 + 3 })
        case 17: (0, take(3).map { $0 + 3 })
        default: (0, take(7).map { $0 + 11 })
        }
      guard let times = repeated.times, repeated.length >= 0 else { return false }
      all += repeatElement(repeated.length, count: times)
    }
    return read(
      PrefixCode(lengths: Array(all[..<(literals + 257)])),
      distances: PrefixCode(lengths: Array(all[(literals + 257)..<count])))
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let endOfBlock = 256

  /// - Returns: whether the block came to its end.
  private mutating func read(_ literals: PrefixCode, distances: PrefixCode) -> Bool {
    while output.count < limit {
      guard let symbol = next(of: literals) else { return false }
      if symbol == Self.endOfBlock { return true }
      guard symbol > Self.endOfBlock else {
        output.append(UInt8(symbol))
        continue
      }
      let index = symbol - Self.endOfBlock - 1
      guard index < Self.lengths.count, let more = take(Self.lengthBits[index]),
        let far = next(of: distances), far < Self.distances.count,
        let farther = take(max(0, far / 2 - 1))
      else { return false }
      let distance = Self.distances[far] + farther
      guard distance <= output.count else { return false }
      for _ in 0..<(Self.lengths[index] + more) where output.count < limit {
        output.append(output[output.count - distance])
      }
    }
    return false
  }

  private mutating func next(of code: PrefixCode) -> Int? {
    var value = 0
    for length in 1...PrefixCode.longest {
      guard let bit = take(1) else { return nil }
      value = value << 1 | bit
      if let symbol = code.symbol(of: value, length: length) { return symbol }
    }
    return nil
  }
}

/// Codes of different lengths, none of them the beginning of another, given by their lengths alone.
private struct PrefixCode {
  static let longest = 15

  /// The first code of each length, and where its symbol stands.
  private var first = [Int](repeating: 0, count: longest + 1)
  private var counts = [Int](repeating: 0, count: longest + 1)
  private var starts = [Int](repeating: 0, count: longest + 1)
  private var symbols: [Int] = []

  /// - Parameter lengths: of each symbol's code in bits; 0 for a symbol without one.
  init(lengths: [Int]) {
    for length in 1...Self.longest {
      starts[length] = symbols.count
      first[length] = (first[length - 1] + counts[length - 1]) << 1
      for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
      counts[length] = symbols.count - starts[length]
    }
  }

  /// - Returns: nil where no symbol has such a code.
  func symbol(of code: Int, length: Int) -> Int? {
    let index = code - first[length]
    return index >= 0 && index < counts[length] ? symbols[starts[length] + index] : nil
  }

  static let fixed = PrefixCode(
    lengths: [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8))
  static let fixedDistances = PrefixCode(lengths: [Int](repeating: 5, count: 30))
}
