/// A row of tiles as a scan has it: its code words, where each tile's are, and its samples as the
/// next level has them.
///
/// The thread that reads the scan fills it, or each of several a part of it; then tiles are made of it by
/// any thread. That nobody fills it meanwhile is the cut's schedule's to see to, which
/// `@unchecked Sendable` rests on.
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

  /// Some of its rows of MCUs, one behind the other in the scan, which one thread reads.
  final class Part {
    let window = ScanWindow()
    /// Counted from where the row of tiles begins.
    private(set) var mcuRows = 0..<0
    /// In the order of the scan.
    private(set) var segments: [Segment] = []
    /// Where in ``segments`` those of a tile begin, by row of MCUs and then column of tiles.
    private var starts: [Int] = []

    /// Begins anew.
    ///
    /// - Parameter mcuRow: the first one, counted from where the row of tiles begins.
    func begin(with mcuRow: Int = 0) {
      mcuRows = mcuRow..<mcuRow
      segments.removeAll(keepingCapacity: true)
      starts.removeAll(keepingCapacity: true)
    }

    /// What comes is of the next tile.
    func beginTile() { starts.append(segments.count) }

    func append(_ segment: Segment) { segments.append(segment) }

    func endMCURow() { mcuRows = mcuRows.lowerBound..<mcuRows.upperBound + 1 }

    /// What a tile has of a row of MCUs.
    ///
    /// - Parameters:
    ///   - mcuRow: one of ``mcuRows``.
    ///   - column: of tiles.
    ///   - columns: how many tiles there are.
    /// - Returns: places in ``segments``.
    func segments(mcuRow: Int, column: Int, of columns: Int) -> Range<Int> {
      let place = (mcuRow - mcuRows.lowerBound) * columns + column
      return starts[place]..<(place + 1 < starts.count ? starts[place + 1] : segments.count)
    }
  }

  /// From the top down.
  let parts: [Part]
  /// Tiles that it has.
  let columns: Int
  package let shrunk: ShrunkPlanes

  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: a multiple of an MCU's sides, in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  ///   - columns: how many of the row's tiles it is for; nil for all.
  ///   - parts: how many threads can fill it at the same time.
  package init(
    _ header: ScanHeader, tileSide: Int, quartersChroma: Bool, columns: Int? = nil, parts: Int = 1
  ) {
    self.columns = columns ?? (header.width + tileSide - 1) / tileSide
    self.parts = (0..<max(1, parts)).map { _ in Part() }
    shrunk = ShrunkPlanes(
      header, tileSide: tileSide, quartersChroma: quartersChroma, columns: self.columns)
  }

  /// The part that has a row of MCUs, counted from where the row of tiles begins; nil where none has.
  func part(with mcuRow: Int) -> Part? { parts.first { $0.mcuRows.contains(mcuRow) } }
}
