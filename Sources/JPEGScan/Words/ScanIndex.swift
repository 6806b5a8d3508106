/// Where in a scan each tile's rows of MCUs begin: any tile is read by it without what lies before.
package struct ScanIndex: Sendable {
  /// A place between two MCUs; where a restart is due, before that.
  struct Mark: Equatable {
    /// In bits of the scan without its stuffing.
    let position: Int
    /// The last DC of each component.
    private let means: InlineArray<3, Int16>

    /// - Parameters:
    ///   - position: in bits of the scan without its stuffing.
    ///   - predictors: the last DC of each component, which was found to be one.
    init(_ position: Int, _ predictors: InlineArray<3, Int32>) {
      self.position = position
      means = InlineArray { Int16(truncatingIfNeeded: predictors[$0]) }
    }

    var predictors: InlineArray<3, Int32> { InlineArray { Int32(means[$0]) } }

    static func == (one: Mark, other: Mark) -> Bool {
      one.position == other.position
        && one.means.indices.allSatisfy { one.means[$0] == other.means[$0] }
    }
  }

  package let tileSide: Int
  /// Tiles in a row.
  let columns: Int
  /// MCUs side by side in a tile, and those that the first tile lacks.
  let tileAcross: Int
  private let lead: Int
  private let mcusAcross: Int
  /// By row of MCUs and then column of tiles.
  private var marks: [Mark] = []
  private var places = ScanPlaces()

  /// Marks that one has at most: 32 MB of them.
  private static let most = 1 << 21

  /// One that is to be filled; nil for a scan whose index would be too long.
  ///
  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: a multiple of an MCU's sides, in pixels.
  ///   - isMirrored: whether tiles are counted from the ends of the rows.
  init?(_ header: ScanHeader, tileSide: Int, isMirrored: Bool = false) {
    self.tileSide = tileSide
    tileAcross = tileSide / (8 * header.across)
    mcusAcross = header.mcusAcross
    columns = (mcusAcross + tileAcross - 1) / tileAcross
    lead = isMirrored ? columns * tileAcross - mcusAcross : 0
    guard header.mcusDown * columns <= Self.most else { return nil }
    marks.reserveCapacity(header.mcusDown * columns)
  }

  /// The MCUs of a row that some tiles have.
  func mcus(of columns: Range<Int>) -> Range<Int> {
    max(
      0, columns.lowerBound * tileAcross - lead)..<min(
        mcusAcross, columns.upperBound * tileAcross - lead)
  }

  /// The MCUs of a row that each of its tiles has.
  var tiles: [Range<Int>] { (0..<columns).map { mcus(of: $0..<$0 + 1) } }

  /// Takes the next tile's mark.
  mutating func append(_ mark: Mark) { marks.append(mark) }

  /// Ends it.
  ///
  /// - Parameter places: of all of the scan.
  mutating func finish(_ places: ScanPlaces) { self.places = places }

  /// Where a tile's row of MCUs begins.
  ///
  /// - Parameters:
  ///   - column: of tiles.
  ///   - mcuRow: of the whole scan.
  /// - Returns: the mark, and a byte before it that is known to lie in the file; nil where the scan
  ///   has no such place.
  func mark(column: Int, mcuRow: Int) -> (mark: Mark, place: ScanPlaces.Place)? {
    let index = mcuRow * columns + column
    guard (0..<columns).contains(column), marks.indices.contains(index),
      let place = places.last(upTo: marks[index].position / 8)
    else { return nil }
    return (marks[index], place)
  }
}
