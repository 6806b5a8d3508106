/// A row of tiles as a scan has it: its code words, where each tile's are, and its samples as the
/// next level has them.
///
/// The thread that reads the scan fills it; then tiles are made of it by any thread. That nobody
/// fills it meanwhile is the cut's schedule's to see to, which `@unchecked Sendable` rests on.
package final class ScanRow: @unchecked Sendable {
  /// A stretch of code words inside one tile and one row of MCUs, from an MCU's beginning to one's
  /// end, without a restart.
  struct Segment: Equatable {
    /// Bits of the window.
    var start = 0
    var end = 0
    var mcus = 0
    /// The first DC's word of each component, and the bits behind it.
    var differences = InlineArray<3, Range<Int>>(repeating: 0..<0)
    /// The DC of each component's first and last block.
    var first = InlineArray<3, Int32>(repeating: 0)
    var last = InlineArray<3, Int32>(repeating: 0)

    static func == (one: Segment, other: Segment) -> Bool {
      one.start == other.start && one.end == other.end && one.mcus == other.mcus
    }
  }

  let window = ScanWindow()
  /// In the order of the scan.
  var segments: [Segment] = []
  /// Where in ``segments`` those of a tile begin, by row of MCUs and then column of tiles; one more
  /// than there are.
  var starts: [Int] = []
  /// Tiles that it has.
  let columns: Int
  package let shrunk: ShrunkPlanes

  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: a multiple of an MCU's sides, in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  ///   - columns: how many of the row's tiles it is for; nil for all.
  package init(
    _ header: ScanHeader, tileSide: Int, quartersChroma: Bool, columns: Int? = nil
  ) {
    self.columns = columns ?? (header.width + tileSide - 1) / tileSide
    shrunk = ShrunkPlanes(
      header, tileSide: tileSide, quartersChroma: quartersChroma, columns: self.columns)
  }
}
