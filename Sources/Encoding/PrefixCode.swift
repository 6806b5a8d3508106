/// A code of words of their own lengths for the symbols of an alphabet, as WebP has it.
struct PrefixCode {
  /// Of each symbol's word; 0 for those that don't occur.
  private(set) var lengths: [UInt8]
  /// The words, as they are written: their first bit is the lowest.
  ///
  /// Above the sixteen bits of each stands its length.
  private var words: [UInt32]
  /// Symbols that occur, in order.
  private let used: [Int]

  static let longest = 15
  /// Of the code in which the lengths of another one are told.
  private static let longestOfLengths = 7

  /// - Parameters:
  ///   - counts: how often each symbol occurs.
  ///   - longest: bits of a word at most.
  init(_ counts: [UInt32], longest: Int = Self.longest) {
    var used: [Int] = []
    used.reserveCapacity(counts.count)
    for (symbol, count) in counts.enumerated() where count > 0 { used.append(symbol) }
    self.used = used
    lengths = [UInt8](repeating: 0, count: counts.count)
    words = [UInt32](repeating: 0, count: counts.count)
    guard used.count > 1 else { return }
    // Where words come out too long, rare symbols are taken for less rare ones.
    var least: UInt32 = 1
    while !setLengths(counts, least, longest) { least *= 2 }
    setWords()
  }

  /// Writes a symbol's word: nothing where there is but one.
  @inline(__always)
  func put(_ symbol: Int, to bits: inout WebPBits) {
    let word = words[symbol]
    bits.put(UInt64(word & 0xFFFF), Int(word &>> 16))
  }

  /// Writes a symbol's word, and what is told besides.
  @inline(__always)
  func put(_ symbol: Int, and more: UInt32, _ moreBits: Int, to bits: inout WebPBits) {
    let word = words[symbol]
    let length = Int(word &>> 16)
    bits.put(
      UInt64(word & 0xFFFF) | UInt64(more) &<< UInt64(truncatingIfNeeded: length),
      length &+ moreBits)
  }

  /// Tells of the code.
  func describe(to bits: inout WebPBits) {
    if used.count <= 2, used.allSatisfy({ $0 < 256 }) {
      describeSimply(to: &bits)
    } else {
      describeLengths(to: &bits)
    }
  }

  private func describeSimply(to bits: inout WebPBits) {
    let first = used.first ?? 0
    bits.put(1, 1)
    bits.put(used.count == 2 ? 1 : 0, 1)
    bits.put(first < 2 ? 0 : 1, 1)
    bits.put(UInt64(first), first < 2 ? 1 : 8)
    if used.count == 2 { bits.put(UInt64(used[1]), 8) }
  }

  /// How words of lengths are told: in this order, and no more of them than are needed.
  private static let orderOfLengths = [
    17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  ]

  private func describeLengths(to bits: inout WebPBits) {
    let runs = Runs(of: used.count == 1 ? oneLength : lengths)
    var counts = [UInt32](repeating: 0, count: Self.orderOfLengths.count)
    for run in runs.all { counts[run.symbol] += 1 }
    let code = PrefixCode(counts, longest: Self.longestOfLengths)
    var told = Self.orderOfLengths.count
    func length(_ symbol: Int) -> UInt8 {
      code.used == [symbol] ? 1 : code.lengths[symbol]
    }
    while told > 4, length(Self.orderOfLengths[told - 1]) == 0 { told -= 1 }
    bits.put(0, 1)
    bits.put(UInt64(told - 4), 4)
    for symbol in Self.orderOfLengths.prefix(told) { bits.put(UInt64(length(symbol)), 3) }
    // The lengths of all symbols follow.
    bits.put(0, 1)
    for run in runs.all {
      code.put(run.symbol, to: &bits)
      bits.put(UInt64(run.more), run.bits)
    }
  }

  /// A word of one bit, which is never written, for the only symbol that occurs.
  private var oneLength: [UInt8] {
    var lengths = lengths
    lengths[used[0]] = 1
    return lengths
  }

  /// Lengths, told by runs of the same.
  private struct Runs {
    private(set) var all: [(symbol: Int, more: Int, bits: Int)] = []

    init(of lengths: [UInt8]) {
      all.reserveCapacity(lengths.count)
      var place = 0
      // What the first may be a repetition of.
      var last: UInt8 = 8
      while place < lengths.count {
        let length = lengths[place]
        var end = place
        while end < lengths.count, lengths[end] == length { end += 1 }
        var rest = end - place
        if length == 0 {
          while rest >= 3 {
            let run = min(rest, 138)
            all.append(run > 10 ? (18, run - 11, 7) : (17, run - 3, 3))
            rest -= run
          }
        } else {
          if length != last {
            all.append((Int(length), 0, 0))
            rest -= 1
          }
          while rest >= 3 {
            let run = min(rest, 6)
            all.append((16, run - 3, 2))
            rest -= run
          }
          last = length
        }
        for _ in 0..<rest { all.append((Int(length), 0, 0)) }
        place = end
      }
    }
  }

  /// Finds lengths by joining the two rarest again and again.
  ///
  /// - Returns: false where one is too long.
  private mutating func setLengths(_ counts: [UInt32], _ least: UInt32, _ longest: Int) -> Bool {
    // The rarest first, and of those that are as rare the first.
    var order = used.map { (weight: max(counts[$0], least), symbol: Int32($0)) }
    Self.sort(&order)
    let leaves = order.count
    var weights = order.map(\.weight)
    weights.reserveCapacity(2 * leaves)
    var parents = [Int32](repeating: 0, count: 2 * leaves - 1)
    var (leaf, joint) = (0, leaves)
    func rarest() -> Int {
      if leaf < leaves, joint >= weights.count || weights[leaf] <= weights[joint] {
        leaf += 1
        return leaf - 1
      }
      joint += 1
      return joint - 1
    }
    for _ in 1..<leaves {
      let (one, other) = (rarest(), rarest())
      parents[one] = Int32(weights.count)
      parents[other] = Int32(weights.count)
      weights.append(weights[one] + weights[other])
    }
    // Each becomes how far down it is.
    parents[2 * leaves - 2] = 0
    for node in stride(from: 2 * leaves - 3, through: 0, by: -1) {
      parents[node] = parents[Int(parents[node])] + 1
    }
    for index in 0..<leaves {
      guard parents[index] <= longest else { return false }
      lengths[Int(order[index].symbol)] = UInt8(parents[index])
    }
    return true
  }

  /// Sorts by weight, a byte of it after the other: what is as heavy stays in its order.
  private static func sort(_ order: inout [(weight: UInt32, symbol: Int32)]) {
    let heaviest = order.reduce(0) { $0 | $1.weight }
    var sorted = order
    var shift: UInt32 = 0
    while shift < 32, heaviest >> shift > 0 {
      var places = [Int](repeating: 0, count: 257)
      for item in order { places[Int(item.weight >> shift & 0xFF) + 1] += 1 }
      for digit in 1..<256 { places[digit] += places[digit - 1] }
      for item in order {
        let digit = Int(item.weight >> shift & 0xFF)
        sorted[places[digit]] = item
        places[digit] += 1
      }
      swap(&order, &sorted)
      shift += 8
    }
  }

  private mutating func setWords() {
    var counts = [UInt32](repeating: 0, count: Self.longest + 1)
    for symbol in used { counts[Int(lengths[symbol])] += 1 }
    var next = [UInt32](repeating: 0, count: Self.longest + 1)
    for length in 2...Self.longest {
      next[length] = (next[length - 1] + counts[length - 1]) << 1
    }
    for symbol in used {
      let length = Int(lengths[symbol])
      words[symbol] = Self.reversed(next[length]) >> UInt32(32 - length) | UInt32(length) << 16
      next[length] += 1
    }
  }

  /// The lowest bit first.
  private static func reversed(_ word: UInt32) -> UInt32 {
    var word = word.byteSwapped
    word = word >> 4 & 0x0F0F_0F0F | (word & 0x0F0F_0F0F) << 4
    word = word >> 2 & 0x3333_3333 | (word & 0x3333_3333) << 2
    return word >> 1 & 0x5555_5555 | (word & 0x5555_5555) << 1
  }
}
