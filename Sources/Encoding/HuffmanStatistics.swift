/// How often symbols came up, as the best tables of sample tiles tell it.
struct HuffmanStatistics {
  private var weights: [[Double]]

  init(tables: Int) {
    weights = Array(repeating: Array(repeating: 0, count: 256), count: tables)
  }

  /// A code of so many bits stands for a symbol that comes up once in 2^bits.
  ///
  /// - Parameters:
  ///   - table: the code words that the tile would be best off with.
  ///   - weight: how much the tile counts: its bytes, as long tiles are what is to be shortened.
  ///   - place: which of the four tables it is.
  mutating func add(_ table: HuffmanCodes.Table, weight: Double, to place: Int) {
    var next = 0
    for length in 1...16 {
      for _ in 0..<Int(table.bits[length]) {
        weights[place][Int(table.values[next])] +=
          weight * Double(sign: .plus, exponent: -length, significand: 1)
        next += 1
      }
    }
  }

  /// The table for one place: every symbol that a tile can hold has a code.
  ///
  /// libjpeg writes nothing, and says nothing, for a symbol without one.
  ///
  /// - Parameters:
  ///   - place: which of the four tables it is.
  ///   - quantization: the steps of the 64 coefficients, row by row. They bound what an AC
  ///     coefficient can be, and every symbol left out saves each tile a byte; nil for DC.
  /// - Returns: a table in which every possible symbol has a code.
  func table(_ place: Int, quantization: [Int]?) -> HuffmanCodes.Table {
    let symbols = quantization.map(Self.acSymbols) ?? Array(0...11)
    let known = symbols.map { weights[place][$0] }
    let rare = max(known.reduce(0, +), 1) * 1e-5
    // One more that is never used takes the code of all ones, which JPEG forbids.
    let lengths = Self.lengths(known.map { $0 + rare } + [rare / 1000])
    var bits = [Int](repeating: 0, count: 65)
    for length in lengths { bits[min(length, 64)] += 1 }
    Self.limit(&bits)
    var longest = 16
    while longest > 0, bits[longest] == 0 { longest -= 1 }
    bits[longest] -= 1
    let ordered = symbols.indices.sorted { (lengths[$0], symbols[$0]) < (lengths[$1], symbols[$1]) }
    let values = ordered.map { UInt8(symbols[$0]) }
    return HuffmanCodes.Table(
      bits: bits.prefix(17).map { UInt8(clamping: $0) },
      values: values + Array(repeating: 0, count: 256 - values.count))
  }

  /// Runs of 0 to 15 zeros before a number of 1 to 10 bits, the end of a block, and 16 zeros.
  ///
  /// No AC coefficient of 8-bit samples passes 1024 before it is divided by its step.
  private static func acSymbols(_ quantization: [Int]) -> [Int] {
    let steps = zigzag.map { quantization[$0] }
    return [0x00, 0xF0]
      + (0...15).flatMap { run -> [Int] in
        let finest = max(1, steps[(run + 1)...].min() ?? 1)
        let most = 1024 / finest + 2
        let bits = min(10, Int.bitWidth - most.leadingZeroBitCount)
        return (1...bits).map { run << 4 | $0 }
      }
  }

  /// The coefficients in the order in which JPEG stores them.
  private static let zigzag = (0..<64).sorted { left, right in
    func place(_ index: Int) -> (Int, Int) {
      let (x, y) = (index % 8, index / 8)
      return (x + y, (x + y) % 2 == 0 ? x : y)
    }
    return place(left) < place(right)
  }

  /// The depth of every leaf of the Huffman tree.
  private static func lengths(_ weights: [Double]) -> [Int] {
    var parents = [Int](repeating: -1, count: 2 * weights.count - 1)
    var roots = weights.enumerated().map { (weight: $1, node: $0) }
    var next = weights.count
    while roots.count > 1 {
      // Ties go to the later node, so that the same weights always make the same tree.
      roots.sort { ($0.weight, $0.node) > ($1.weight, $1.node) }
      let (first, second) = (roots.removeLast(), roots.removeLast())
      parents[first.node] = next
      parents[second.node] = next
      roots.append((first.weight + second.weight, next))
      next += 1
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for node in parents.indices.reversed() where parents[node] >= 0 {
      depths[node] = depths[parents[node]] + 1
    }
    return Array(depths.prefix(weights.count))
  }

  /// Moves codes longer than 16 bits up the tree: a pair of the longest becomes one code a bit
  /// shorter, and a shorter code splits in two for the other (ITU-T T.81, K.3).
  private static func limit(_ bits: inout [Int]) {
    for length in stride(from: 64, to: 16, by: -1) {
      while bits[length] > 0 {
        var shorter = length - 2
        while shorter > 1, bits[shorter] == 0 { shorter -= 1 }
        bits[length] -= 2
        bits[length - 1] += 1
        bits[shorter + 1] += 2
        bits[shorter] -= 1
      }
    }
  }
}
