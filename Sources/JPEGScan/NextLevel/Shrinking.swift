/// How many samples of a component become one in the next level: two or four, each way.
///
/// Where chroma is finer than the next level is to have it, four do.
struct Shrinking: Equatable, Sendable {
  /// Samples that are left of a block's row, 4 or 2, and of its column.
  let columns: Int
  let rows: Int

  /// Samples that become one in a row, and in a column.
  var across: Int { 8 / columns }
  var down: Int { 8 / rows }
  var isHalving: Bool { columns == 4 && rows == 4 }
  var isQuartering: Bool { columns == 2 && rows == 2 }

  /// How each component shrinks.
  ///
  /// - Parameters:
  ///   - header: of the scan.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels; else its
  ///     chroma is sampled as the scan's.
  /// - Returns: one for each component.
  static func all(of header: ScanHeader, quartersChroma: Bool) -> [Shrinking] {
    header.components.indices.map { index in
      guard index > 0, quartersChroma else { return Shrinking(columns: 4, rows: 4) }
      return Shrinking(columns: 2 * header.across, rows: 2 * header.down)
    }
  }
}
