import SeededNumbers
import Testing

@testable import PNGRows

/// Filters, held against the words of the standard (PNG, 9.2).
@Suite struct RowFilterTests {
  @Test(arguments: 0..<5, 1...8)
  func `what a filter did is undone`(kind: Int, step: Int) throws {
    let filter = try #require(RowFilter(rawValue: UInt8(kind)))
    var numbers = SplitMix(seed: UInt64(10 * kind + step))
    for pixels in [1, 2, 3, 4, 5, 7, 16, 33, 200] {
      let count = pixels * step
      let rows = (0..<3).map { _ in (0..<count).map { _ in UInt8(numbers.int(0...255)) } }
      let extremes = rows.map { $0.map { $0 < 128 ? UInt8(0) : 255 } }
      for rows in [rows, extremes] {
        let (last, prior) = (PNGRow(count), PNGRow(count))
        var above = [UInt8](repeating: 0, count: count)
        for row in rows {
          let filtered =
            Self.filtered(row, above: above, filter, step: step)
            + [UInt8](repeating: 99, count: RowFilter.margin)
          unsafe prior.base.update(from: above, count: count)
          unsafe filtered.withUnsafeBufferPointer { filtered in
            guard let base = filtered.baseAddress else { return }
            unsafe filter.undo(base, prior: prior.base, into: last.base, count: count, step: step)
          }
          #expect(unsafe Array(last.bytes) == row)
          above = row
        }
      }
    }
  }

  private static func filtered(
    _ row: [UInt8], above: [UInt8], _ filter: RowFilter, step: Int
  ) -> [UInt8] {
    row.indices.map { place in
      let a = place < step ? 0 : Int(row[place - step])
      let b = Int(above[place])
      let c = place < step ? 0 : Int(above[place - step])
      let predicted: Int
      switch filter {
      case .none: predicted = 0
      case .sub: predicted = a
      case .up: predicted = b
      case .average: predicted = (a + b) / 2
      case .paeth:
        let p = a + b - c
        let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
        predicted = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      }
      return row[place] &- UInt8(truncatingIfNeeded: predicted)
    }
  }
}
