import SeededNumbers
import Testing

@testable import JPEGScan

/// Tiles that are made of coefficients: coarser, turned, or as they were.
@Suite struct CoefficientTests {
  /// The eight ways to turn, as EXIF counts them.
  private static let turns: [BlockTurn] = (1...8).map { value in
    BlockTurn(
      mirrorsColumns: [2, 3, 7, 8].contains(value), mirrorsRows: [3, 4, 6, 7].contains(value),
      swapsAxes: value >= 5)
  }

  private struct Cut {
    let plan: CoefficientPlan
    /// By column and row of the turned tiles.
    var tiles: [[NaiveJPEG]]
    /// The next level's planes as they are stored, without what is no picture.
    var shrunk: [[UInt8]]
  }

  private static func cut(
    _ file: [UInt8], turn: BlockTurn = .none, steps: (ScanHeader) -> [[UInt16]]? = { _ in nil },
    side: Int, quartersChroma: Bool = false, piece: Int = .max
  ) throws -> Cut {
    guard case .header(let header) = try ScanHeader.read(file) else {
      throw ScanIrregular("more is wanted")
    }
    #expect(header.obstacle(to: turn) == nil)
    let plan = CoefficientPlan(
      header, turn: turn, steps: steps(header), tileSide: side, quartersChroma: quartersChroma)
    var reader = try CoefficientReader(
      plan, ScanTests.MemoryInput(rest: file[header.scanOffset...], piece: piece))
    let coder = TileCoder(plan)
    let rows = (0..<2).map { _ in CoefficientRow(plan) }
    var stored: [[NaiveJPEG]] = []
    var shrunk = header.components.map { _ in [UInt8]() }
    for row in 0..<reader.rows {
      let read = rows[row % 2]
      try reader.read(row: row, into: read)
      append(read, of: plan, to: &shrunk)
      let codes = coder.learn(from: read)
      stored.append(
        try (0..<plan.columns).map { column in
          var tile: [UInt8] = []
          try coder.encode(column: column, of: read, codes: codes) { bytes in
            for index in bytes.indices { tile.append(bytes[index]) }
          }
          return NaiveJPEG(reading: tile)
        })
    }
    if turn.mirrorsColumns { stored = stored.map { $0.reversed() } }
    if turn.mirrorsRows { stored.reverse() }
    let tiles =
      turn.swapsAxes
      ? (0..<plan.columns).map { column in stored.map { $0[column] } } : stored
    return Cut(plan: plan, tiles: tiles, shrunk: shrunk)
  }

  private static func append(
    _ row: CoefficientRow, of plan: CoefficientPlan, to shrunk: inout [[UInt8]]
  ) {
    let shrinkings = Shrinking.all(of: plan.header, quartersChroma: plan.quartersChroma)
    for (index, component) in plan.header.components.enumerated() {
      let (plane, shrinking) = (row.shrunk.planes[index], shrinkings[index])
      let left = plan.leadAcross * component.across * shrinking.columns
      let top = (row.mcuRows.lowerBound - row.top) * component.down * shrinking.rows
      let count = row.mcuRows.count * component.down * shrinking.rows
      let done = row.mcuRows.lowerBound * component.down * shrinking.rows
      let width = (component.width + shrinking.across - 1) / shrinking.across
      let height = (component.height + shrinking.down - 1) / shrinking.down
      for y in top..<top + min(count, height - done) {
        for x in left..<left + width {
          shrunk[index].append(unsafe plane.base[y * plane.stride + x])
        }
      }
    }
  }

  private static func file(of picture: NaiveJPEG) -> [UInt8] {
    picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .flat(ScanTests.coefficientSymbols))
  }

  @Test(arguments: 1...8, 0..<5)
  func `every sample is where turning takes it, as the transform is written`(
    orientation: Int, kind: Int
  ) throws {
    var numbers = SplitMix(seed: UInt64(orientation * 8 + kind))
    let (across, down, count) = ScanTests.shapes[kind]
    let turn = Self.turns[orientation - 1]
    var (width, height) = (numbers.int(20...70), numbers.int(20...70))
    if turn.mirrorsColumns { width = width / 16 * 16 }
    if turn.mirrorsRows { height = height / 16 * 16 }
    let picture = ScanTests.picture(
      &numbers, width: width, height: height, across: across, down: down, count: count,
      restart: numbers.int(0...1) * 3)
    let side = 32
    let cut = try Self.cut(Self.file(of: picture), turn: turn, side: side)
    let upright = turn.swapsAxes ? (height, width) : (width, height)
    #expect(cut.tiles.count == (upright.1 + side - 1) / side)
    #expect(cut.tiles.allSatisfy { $0.count == (upright.0 + side - 1) / side })
    let turned = turn.swapsAxes ? (down, across) : (across, down)
    var worst = 0.0
    for (index, component) in picture.components.enumerated() {
      let own = cut.tiles[0][0].components[index]
      #expect(
        (own.across, own.down)
          == (turn.swapsAxes
            ? (component.down, component.across) : (component.across, component.down)))
      // Samples of a tile, and of the whole component as it is stored.
      let tile = (side * own.across / turned.0, side * own.down / turned.1)
      let stored = (
        (width * component.across + across - 1) / across,
        (height * component.down + down - 1) / down
      )
      for y in 0..<stored.1 {
        for x in 0..<stored.0 {
          let mirrored = (
            turn.mirrorsColumns ? stored.0 - 1 - x : x, turn.mirrorsRows ? stored.1 - 1 - y : y
          )
          let (left, upper) = turn.swapsAxes ? (mirrored.1, mirrored.0) : mirrored
          let found = NaiveTransform.sample(
            cut.tiles[upper / tile.1][left / tile.0], index, x: left % tile.0, y: upper % tile.1)
          worst = max(worst, abs(found - NaiveTransform.sample(picture, index, x: x, y: y)))
        }
      }
    }
    #expect(worst < 1e-6)
  }

  @Test(arguments: 1...8, [(48, 80), (33, 41), (80, 38)])
  func `the next level is what it is where code words are taken over`(
    orientation: Int, size: (width: Int, height: Int)
  ) throws {
    var numbers = SplitMix(seed: UInt64(orientation))
    let (across, down, count) = ScanTests.shapes[orientation % 5]
    let turn = Self.turns[orientation - 1]
    let width = turn.mirrorsColumns ? size.width / 16 * 16 : size.width
    let height = turn.mirrorsRows ? size.height / 16 * 16 : size.height
    let picture = ScanTests.picture(
      &numbers, width: width, height: height, across: across, down: down, count: count)
    let file = Self.file(of: picture)
    let found = try Self.cut(
      file, turn: turn, steps: { $0.steps(noFinerThanQuality: 20) }, side: 32,
      quartersChroma: orientation > 4)
    let wanted = try Self.cut(file, side: 32, quartersChroma: orientation > 4)
    #expect(found.shrunk == wanted.shrunk)
    _ = try ScanTests.tiles(file, side: 32, quartersChroma: orientation > 4) { row, read in
      for (index, plane) in read.shrunk.planes.enumerated() {
        let shrinking = Shrinking.all(
          of: wanted.plan.header, quartersChroma: orientation > 4)[index]
        let component = wanted.plan.header.components[index]
        let wide = (component.width + shrinking.across - 1) / shrinking.across
        let high = (component.height + shrinking.down - 1) / shrinking.down
        for y in row * plane.rows..<min(high, (row + 1) * plane.rows) {
          let line = (0..<wide).map {
            unsafe plane.base[(y - row * plane.rows) * plane.stride + $0]
          }
          #expect(line == Array(wanted.shrunk[index][y * wide..<(y + 1) * wide]))
        }
      }
    }
  }

  @Test(arguments: 1...20)
  func `coefficients are divided to the nearest, halves away from zero`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed) &+ 77)
    let (across, down, count) = ScanTests.shapes[seed % 5]
    let picture = ScanTests.picture(
      &numbers, width: numbers.int(1...90), height: numbers.int(1...90), across: across,
      down: down, count: count, restart: seed % 4)
    let kinds = picture.steps.map { steps in
      steps.map { UInt16(min(255, $0 * numbers.int(4...12) / 4)) }
    }
    let coarser = picture.components.indices.map { kinds[min($0, kinds.count - 1)] }
    let side = 32
    let cut = try Self.cut(
      Self.file(of: picture), steps: { _ in coarser }, side: side,
      piece: seed % 3 == 0 ? 700 : .max)
    var wanted = picture
    for (index, component) in picture.components.enumerated() {
      let steps = picture.steps[min(index, picture.steps.count - 1)]
      wanted.components[index].blocks = component.blocks.map { block in
        block.enumerated().map { place, value in
          let (step, own) = (steps[place], Int(coarser[index][place]))
          return value.signum() * ((2 * abs(value) * step + own) / (2 * own))
        }
      }
    }
    let result = ScanTests.compare(cut.tiles, wanted, side: side)
    #expect(result.compared > 0 && result.different == 0)
    #expect(cut.tiles[0][0].steps == coarser.map { $0.map { Int($0) } })
  }

  /// Each value that a word can be for, with every step: as exact numbers have it.
  @Test func `quotients are those of exact numbers`() {
    for step in stride(from: UInt16(1), through: 255, by: 3) {
      let coarser = (0..<64).map { UInt16(min(255, Int(step) + $0 * 4)) }
      let requantizer = Requantizer(from: [UInt16](repeating: step, count: 64), to: coarser)
      for (place, wanted) in coarser.enumerated() {
        let factor = unsafe requantizer.factors[place]
        let isExact = (Int32(-1024)...1024).allSatisfy { value in
          let (whole, own) = (Int(value.magnitude) * Int(step), Int(wanted))
          let quotient = Int32((2 * whole + own) / (2 * own)) * value.signum()
          return Requantizer.quotient(value, factor: factor) == quotient
        }
        #expect(isExact, "\(step) to \(wanted)")
      }
    }
  }

  @Test func `coefficients that no picture has get words of the tile's own`() throws {
    var numbers = SplitMix(seed: 3)
    var picture = ScanTests.picture(&numbers, width: 64, height: 64, across: 1, down: 1, count: 1)
    picture.steps = [[Int](repeating: 2, count: 64)]
    for place in 1..<64 { picture.components[0].blocks[9][place] = place % 2 == 0 ? 1023 : -1023 }
    let cut = try Self.cut(Self.file(of: picture), side: 32)
    #expect(ScanTests.compare(cut.tiles, picture, side: 32).different == 0)
  }

  @Test(arguments: 1...200)
  func `a damaged scan is irregular, or is what another reader makes of it`(seed: Int) throws {
    var numbers = SplitMix(seed: UInt64(seed) &+ 1 << 33)
    let picture = ScanTests.picture(
      &numbers, width: 50, height: 40, across: 2, down: 2, count: 3)
    var file = picture.file(
      dc: .flat((0...11).map { UInt8($0) }), ac: .steep(ScanTests.coefficientSymbols))
    guard case .header(let header) = try ScanHeader.read(file) else { return }
    for _ in 0..<numbers.int(1...3) {
      file[numbers.int(header.scanOffset...file.count - 3)] ^= 1 << UInt8(numbers.int(0...7))
    }
    let words = try? ScanTests.tiles(file, side: 16)
    let coefficients = try? Self.cut(file, side: 16)
    #expect((words == nil) == (coefficients == nil))
    guard let coefficients else { return }
    let read = NaiveJPEG(reading: file)
    #expect(ScanTests.compare(coefficients.tiles, read, side: 16).different == 0)
  }

  @Test(arguments: [
    (1, 17, 17, true), (2, 32, 17, true), (2, 24, 32, false), (3, 32, 16, true),
    (3, 32, 24, false), (4, 17, 32, true), (4, 32, 24, false), (5, 17, 17, true),
    (6, 17, 32, true), (6, 32, 24, false), (7, 32, 32, true), (7, 24, 32, false),
    (8, 32, 17, true), (8, 24, 32, false),
  ])
  func `what is mirrored must end with a whole block`(
    orientation: Int, width: Int, height: Int, isPossible: Bool
  ) throws {
    var numbers = SplitMix(seed: 1)
    let picture = ScanTests.picture(
      &numbers, width: width, height: height, across: 2, down: 2, count: 3)
    guard case .header(let header) = try ScanHeader.read(Self.file(of: picture)) else { return }
    #expect((header.obstacle(to: Self.turns[orientation - 1]) == nil) == isPossible)
  }
}
