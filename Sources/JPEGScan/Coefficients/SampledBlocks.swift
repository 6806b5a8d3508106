/// Blocks of samples as an encoder would code them, for the symbols that come up.
///
/// What a coefficient is divided and rounded to may be one off what the encoder finds; to have it
/// encode the blocks would tell the same of them, and take several times as long.
package struct SampledBlocks {
  /// By kind: what a coefficient is multiplied by for a whole number of steps, column by column of the
  /// block.
  private let factors: [InlineArray<8, SIMD8<Float>>]
  /// 256 for each table: of luma's DC and AC, then of chroma's.
  private var counts: [Int]
  /// The DC of each component's last block.
  private var last = InlineArray<3, Int32>(repeating: 0)

  /// By place in zigzag order, where a coefficient lies in a block, column by column.
  private static let places: [Int] = Zigzag.places.map { $0 % 8 * 8 + $0 / 8 }

  /// - Parameter steps: of luma's 64 coefficients in zigzag order, and of chroma's where there are some.
  package init(steps: [[UInt16]]) {
    factors = steps.map { steps in
      InlineArray { u in
        var column = SIMD8<Float>(repeating: 0)
        for v in 0..<8 { column[v] = 0.25 / Float(max(1, steps[Zigzag.order[8 * v + u]])) }
        return column
      }
    }
    counts = Array(repeating: 0, count: 2 * 256 * steps.count)
  }

  /// How often the symbols came up; a table for each kind's DC, and then for its AC.
  package var statistics: HuffmanStatistics {
    var statistics = HuffmanStatistics(tables: counts.count / 256)
    unsafe counts.withUnsafeBufferPointer { counts in
      for table in 0..<counts.count / 256 {
        unsafe statistics.add(
          UnsafeBufferPointer(rebasing: counts[(256 * table)..<(256 * table + 256)]), to: table)
      }
    }
    return statistics
  }

  /// Begins anew with blocks that don't follow those before.
  package mutating func begin() { last = InlineArray(repeating: 0) }

  /// Takes the next block of a component.
  ///
  /// - Parameters:
  ///   - samples: eight rows of eight.
  ///   - stride: bytes from a row to the next.
  ///   - component: 0 for luma.
  package mutating func add(_ samples: UnsafePointer<UInt8>, stride: Int, component: Int) {
    let kind = min(component, 1)
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { coefficients in
      unsafe transform(samples, stride: stride, kind: kind, into: coefficients)
      unsafe withUnsafeTemporaryAllocation(of: PlacedCoefficient.self, capacity: 64) { block in
        guard let first = block.baseAddress else { return }
        var count = 0
        for place in 0..<64 {
          let value = unsafe coefficients[Self.places[place]]
          unsafe (first + count).initialize(to: PlacedCoefficient(place: place, value: value))
          // Zeros are written over, but for DC.
          count &+= value != 0 || place == 0 ? 1 : 0
        }
        unsafe counts.withUnsafeMutableBufferPointer { counts in
          guard let base = counts.baseAddress else { return }
          var counter = unsafe SymbolCounter(counts: base)
          unsafe counter.take(first, count: count, table: 2 * kind, last: &last[component])
        }
      }
    }
  }

  /// Puts a block's coefficients column by column.
  private func transform(
    _ samples: UnsafePointer<UInt8>, stride: Int, kind: Int,
    into coefficients: UnsafeMutableBufferPointer<Int32>
  ) {
    var rows = InlineArray<8, SIMD8<Float>> { y in
      let row = unsafe UnsafeRawPointer(samples + y * stride)
      let bytes = unsafe row.loadUnaligned(as: SIMD8<UInt8>.self)
      return SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: bytes) &- 128)
    }
    Self.transform(&rows)
    var columns = InlineArray<8, SIMD8<Float>> { u in
      var column = SIMD8<Float>(repeating: 0)
      for v in 0..<8 { column[v] = rows[v][u] }
      return column
    }
    Self.transform(&columns)
    for u in 0..<8 {
      // Adding 1.5 * 2^23 leaves a float's fraction with the rounded number.
      let rounded = columns[u] * factors[kind][u] + 12_582_912
      let whole = unsafe unsafeBitCast(rounded, to: SIMD8<Int32>.self) &- 0x4B40_0000
      for v in 0..<8 { unsafe coefficients[8 * u + v] = whole[v] }
    }
  }

  /// Eight transforms side by side, their sizes twice what they are to be.
  private static func transform(_ x: inout InlineArray<8, SIMD8<Float>>) {
    let (c1, c2, c3): (Float, Float, Float) = (0.98078528, 0.92387953, 0.83146961)
    let (c4, c5, c6, c7): (Float, Float, Float, Float) = (
      0.70710678, 0.55557023, 0.38268343, 0.19509032
    )
    let (s0, s1, s2, s3) = (x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4])
    let (d0, d1, d2, d3) = (x[0] - x[7], x[1] - x[6], x[2] - x[5], x[3] - x[4])
    let (outer, inner) = (s0 + s3, s1 + s2)
    let (outerOdd, innerOdd) = (s0 - s3, s1 - s2)
    x[0] = (outer + inner) * c4
    x[4] = (outer - inner) * c4
    x[2] = outerOdd * c2 + innerOdd * c6
    x[6] = outerOdd * c6 - innerOdd * c2
    x[1] = d0 * c1 + d1 * c3 + d2 * c5 + d3 * c7
    x[3] = d0 * c3 - d1 * c7 - d2 * c1 - d3 * c5
    x[5] = d0 * c5 - d1 * c1 + d2 * c7 + d3 * c3
    x[7] = d0 * c7 - d1 * c5 + d2 * c3 - d3 * c1
  }
}
