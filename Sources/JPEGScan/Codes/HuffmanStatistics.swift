/// How often symbols come up in the data of tiles, and the code tables that suit that.
///
/// The standard's example tables waste a tenth of the bytes of most pictures; tables made for every
/// single tile would take three times as long.
package struct HuffmanStatistics {
  private var weights: [[Double]]

  /// - Parameter tables: how many code tables there are.
  init(tables: Int) {
    weights = Array(repeating: Array(repeating: 0, count: 256), count: tables)
  }

  /// Adds symbols that were counted.
  ///
  /// - Parameters:
  ///   - counts: of each of the 256.
  ///   - place: which of the tables it is.
  mutating func add(_ counts: UnsafeBufferPointer<Int>, to place: Int) {
    for symbol in counts.indices { weights[place][symbol] += Double(unsafe counts[symbol]) }
  }

  /// The table for one place: every symbol that a tile can hold has a code.
  ///
  /// libjpeg writes nothing, and says nothing, for a symbol without one.
  ///
  /// - Parameters:
  ///   - place: which of the tables it is.
  ///   - steps: of the 64 coefficients, in zigzag order. They bound what an AC coefficient of a
  ///     picture can be, and every symbol left out saves each tile a byte; nil for DC.
  /// - Returns: a table in which every possible symbol has a code.
  package func table(_ place: Int, steps: [UInt16]?) -> HuffmanSpecification {
    let symbols = steps.map(Self.acSymbols) ?? Array(0...11)
    let known = symbols.map { weights[place][$0] }
    let rare = max(known.reduce(0, +), 1) * 1e-5
    // One more that is never used takes the code of all ones, which JPEG forbids.
    let lengths = Self.lengths(known.map { $0 + rare } + [rare / 1000])
    var bits = [Int](repeating: 0, count: 65)
    for length in lengths { bits[min(length, 64)] += 1 }
    Self.limit(&bits)
    var longest = HuffmanSpecification.longest
    while longest > 0, bits[longest] == 0 { longest -= 1 }
    bits[longest] -= 1
    let ordered = symbols.indices.sorted { (lengths[$0], symbols[$0]) < (lengths[$1], symbols[$1]) }
    return HuffmanSpecification(
      fittingCounts: bits[1...HuffmanSpecification.longest].map { UInt8(clamping: $0) },
      symbols: ordered.map { UInt8(symbols[$0]) })
  }

  /// Runs of 0 to 15 zeros before a number of 1 to 10 bits, the end of a block, and 16 zeros.
  ///
  /// No AC coefficient of 8-bit samples passes 1024 before it is divided by its step.
  private static func acSymbols(_ steps: [UInt16]) -> [Int] {
    [0x00, 0xF0]
      + (0...15).flatMap { run -> [Int] in
        let finest = max(1, Int(steps[(run + 1)...].min() ?? 1))
        let most = 1024 / finest + 2
        let bits = min(10, Int.bitWidth - most.leadingZeroBitCount)
        return (1...bits).map { run << 4 | $0 }
      }
  }

  /// The depth of every leaf of the Huffman tree.
  private static func lengths(_ weights: [Double]) -> [Int] {
    var parents = [Int](repeating: -1, count: 2 * weights.count - 1)
    // The lightest last; the same weights always make the same tree.
    var roots = weights.enumerated().map { (weight: $1, node: $0) }
    roots.sort { ($0.weight, $0.node) > ($1.weight, $1.node) }
    var next = weights.count
    while roots.count > 1 {
      let (first, second) = (roots.removeLast(), roots.removeLast())
      parents[first.node] = next
      parents[second.node] = next
      let weight = first.weight + second.weight
      let heavier = roots.lastIndex { ($0.weight, $0.node) > (weight, next) } ?? -1
      roots.insert((weight, next), at: heavier + 1)
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
