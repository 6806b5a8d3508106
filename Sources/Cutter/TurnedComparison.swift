import DecoderChildren
import JPEGScan
import Pixels
import PyramidFile
import PyramidFormat
import TileGeometry

/// Holds the finest level of a pyramid that was turned upright against its photograph, coefficient by
/// coefficient: turned samples are not the stored ones to the last bit, for decoders round columns and
/// rows otherwise.
struct TurnedComparison {
  private let scan: ScanSource
  private let plan: CoefficientPlan
  private let level: StoredLevel
  private let pyramid: Pyramid

  /// - Parameters:
  ///   - opened: the source.
  ///   - road: what its decoder says of it.
  ///   - layout: how its planes lie.
  ///   - level: the finest of the pyramid.
  ///   - pyramid: that was cut from it.
  /// - Throws: why they can't be compared.
  init(
    _ opened: OpenSource, as road: RoadSource, layout: PixelLayout, of level: StoredLevel,
    in pyramid: Pyramid
  ) throws {
    let orientation = road.orientation
    let turn = BlockTurn(orientation)
    scan = try ScanSource(opened, as: road, layout: layout)
    if let obstacle = scan.header.obstacle(to: turn) { throw ScanIrregular(obstacle) }
    guard level.tileWidth == level.tileHeight else {
      throw ScanIrregular("the pyramid's tiles are no squares")
    }
    plan = CoefficientPlan(
      scan.header, turn: turn, steps: nil, tileSide: Int(level.tileWidth), quartersChroma: false)
    self.level = level
    self.pyramid = pyramid
  }

  /// Compares them, a row of stored tiles at a time.
  ///
  /// - Returns: what was found.
  /// - Throws: why they can't be compared.
  func run() throws -> Comparison {
    let comparison = CoefficientComparison(plan)
    var reader = try CoefficientReader(plan, scan.input)
    let row = CoefficientRow(plan)
    var (blocks, different): (Int64, Int64) = (0, 0)
    var first: Comparison.Block?
    // By column and row as they are stored.
    var places: [[(column: Int32, row: Int32)]] = Array(
      repeating: Array(repeating: (0, 0), count: plan.columns), count: plan.rows)
    for upright in 0..<level.rows {
      for column in 0..<level.columns {
        let stored = plan.storedTile(column: Int(column), row: Int(upright))
        guard places.indices.contains(stored.row), plan.columns > stored.column else {
          throw CutFailure(.source, "the pyramid has more tiles than its source")
        }
        places[stored.row][stored.column] = (column, upright)
      }
    }
    for storedRow in 0..<plan.rows {
      try reader.read(row: storedRow, into: row)
      for storedColumn in 0..<plan.columns {
        let place = places[storedRow][storedColumn]
        let finding = try comparison.compare(
          try tile(place.column, place.row), column: storedColumn, of: row)
        blocks += Int64(finding.blocks)
        different += Int64(finding.different)
        guard first == nil, let found = finding.first else { continue }
        let side = plan.blocks(inTile: found.component)
        first = Comparison.Block(
          plane: found.component, x: Int(place.column) * side.across + found.x,
          y: Int(place.row) * side.down + found.y)
      }
    }
    guard let first else { return .equalBlocks(blocks) }
    return .differentBlocks(different, of: blocks, first: first)
  }

  private func tile(_ column: Int32, _ row: Int32) throws -> [UInt8] {
    guard let index = level.index(column: column, row: row),
      let place = try level.location(at: index, fileSize: pyramid.source.byteCount)
    else { throw CutFailure(.source, "the pyramid has no tile \(column),\(row)") }
    return level.facts.whole(try pyramid.tileBytes(at: place))
  }
}
