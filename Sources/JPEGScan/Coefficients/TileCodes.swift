/// Codes for the tiles of a plan, learnt from some of them, and all that stands before a tile's scan.
package final class TileCodes: Sendable {
  let head: [UInt8]
  /// 256 of each table: a symbol's word as an entry.
  let words: [UInt32]
  /// Of each kind of AC: small numbers behind each run of zeros, words and the bits behind them as
  /// one entry; most of a picture's coefficients are among them.
  let small: [UInt32]

  /// Numbers from one below 0 to as many above it, less one.
  private static let smallValues: Int32 = 32
  /// Set in an entry for what has no word.
  private static let lacking: UInt32 = 1 << 31

  /// - Parameters:
  ///   - statistics: what was learnt; luma's DC and AC, then chroma's.
  ///   - plan: of the tiles.
  ///   - isComplete: whether there are words for coefficients too that no picture has.
  init(_ statistics: HuffmanStatistics, _ plan: CoefficientPlan, isComplete: Bool = false) {
    let kinds = min(2, plan.header.components.count)
    let all = [UInt16](repeating: 1, count: 64)
    let differences = (0..<kinds).map { statistics.table(2 * $0, steps: nil) }
    let coefficients = (0..<kinds).map { kind in
      statistics.table(2 * kind + 1, steps: isComplete ? all : plan.codedSteps(kind))
    }
    let header = plan.tileHeader(differences: differences, coefficients: coefficients)
    head = TileHead(header, differences: differences).bytes(side: plan.tileSide)
    let words = (0..<kinds).flatMap { kind in
      [differences[kind], coefficients[kind]].flatMap { table in
        table.words.map { $0.length == 0 ? Self.lacking : $0.word << 8 | UInt32($0.length) }
      }
    }
    self.words = words
    small = (0..<kinds).flatMap { kind in
      (0..<16).flatMap { zeros in
        (-Self.smallValues..<Self.smallValues).map { value in
          let (bits, count) = extra(value)
          let entry = words[(2 * kind + 1) * 256 + (zeros << 4 | count)]
          if Self.isLacking(entry) { return entry }
          let word = Self.bits(entry) << UInt64(count) | bits
          return UInt32(word) << 8 | UInt32(Self.length(entry) + count)
        }
      }
    }
  }

  /// - Parameter body: given ``words`` and ``small``, which live until it returns.
  @inline(__always)
  func withEntries(_ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> Void) {
    unsafe words.withUnsafeBufferPointer { words in
      unsafe small.withUnsafeBufferPointer { small in
        guard let words = words.baseAddress, let small = small.baseAddress else { return }
        unsafe body(words, small)
      }
    }
  }

  /// - Parameters:
  ///   - value: of a coefficient that is no DC.
  ///   - zeros: how many come before it; 15 at most.
  ///   - table: of its words.
  /// - Returns: its place among the small ones; nil for one that is too large.
  @inline(__always)
  static func smallIndex(_ value: Int32, after zeros: Int, of table: Int) -> Int? {
    let place = UInt32(bitPattern: value &+ smallValues)
    guard place < UInt32(2 * smallValues) else { return nil }
    return ((table &>> 1) &* 16 &+ zeros) &* Int(2 * smallValues) &+ Int(place)
  }

  /// Whether an entry, or one of those that were put over each other, has no word.
  @inline(__always)
  static func isLacking(_ entry: UInt32) -> Bool { entry & lacking != 0 }

  @inline(__always)
  static func bits(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 8) }

  @inline(__always)
  static func length(_ entry: UInt32) -> Int { Int(entry & 255) }
}

extension CoefficientPlan {
  /// The finest steps of all components that share a code, turned.
  fileprivate func codedSteps(_ kind: Int) -> [UInt16] {
    let sharing = kind == 0 ? steps[..<1] : steps[1...]
    return (0..<64).map { place in
      let source = (0..<64).first { turn.target(of: $0).place == place } ?? place
      return sharing.map { $0[source] }.min() ?? 1
    }
  }
}
