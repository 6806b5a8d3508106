/// Reads a scan from its beginning to its end, a row of tiles at a time.
@safe
package struct ScanReader {
  package let header: ScanHeader
  private let tileSide: Int
  private let blocks: [Block]
  private let tables: [ComponentTables]
  private var stream: ScanStream
  /// The row that was read before, and the place in its window where the next one's words begin.
  private var last: (window: ScanWindow, position: Int)?
  private var predictors = InlineArray<3, Int32>(repeating: 0)
  /// MCUs until a restart marker is due; 0 where there are none.
  private var untilRestart: Int
  private var nextMark: UInt8 = 0

  /// A block's place in its MCU.
  private struct Block {
    let component: Int
    let x: Int
    let y: Int
    var isFirst: Bool { x == 0 && y == 0 }
  }

  /// What a component's blocks are read with.
  private struct ComponentTables {
    let reader: BlockReader
    let half: HalfTransform
    let whole: WholeTransform
    let shrinking: Shrinking
    /// The last column of blocks with picture where samples of the next level are not whole there,
    /// and how many columns are picture; -1 where they all are.
    let oddColumn: Int
    let oddRow: Int
    let columnsThere: Int
    let rowsThere: Int
  }

  /// - Parameters:
  ///   - header: of the scan.
  ///   - input: the file from the scan's first byte on.
  ///   - tileSide: a multiple of an MCU's sides, in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  /// - Throws: ``ScanIrregular`` for a component without its tables.
  package init(
    _ header: ScanHeader, _ input: any ScanInput, tileSide: Int, quartersChroma: Bool
  ) throws(ScanIrregular) {
    self.header = header
    self.tileSide = tileSide
    stream = ScanStream(input)
    untilRestart = header.restartInterval
    var blocks: [Block] = []
    var tables: [ComponentTables] = []
    let shrinkings = Shrinking.all(of: header, quartersChroma: quartersChroma)
    for (index, component) in header.components.enumerated() {
      for y in 0..<component.down {
        for x in 0..<component.across { blocks.append(Block(component: index, x: x, y: y)) }
      }
      guard let dc = header.dcSpecifications[component.dcTable],
        let ac = header.acSpecifications[component.acTable]
      else { throw ScanIrregular("a component without its tables") }
      // Chroma's two components have the same tables, as a rule; making them takes as long as
      // reading a thousand blocks.
      let same = header.components[..<index].firstIndex {
        $0.dcTable == component.dcTable && $0.acTable == component.acTable
      }
      let shrinking = shrinkings[index]
      let isOddWide = component.width % shrinking.across > 0
      let isOddHigh = component.height % shrinking.down > 0
      tables.append(
        ComponentTables(
          reader: same.map { tables[$0].reader }
            ?? BlockReader(DifferenceTable.make(dc), CoefficientTable.make(ac)),
          half: HalfTransform(steps: component.steps),
          whole: WholeTransform(steps: component.steps),
          shrinking: shrinking,
          oddColumn: isOddWide ? (component.width - 1) / 8 : -1,
          oddRow: isOddHigh ? (component.height - 1) / 8 : -1,
          columnsThere: (component.width - 1) % 8 + 1,
          rowsThere: (component.height - 1) % 8 + 1))
    }
    self.blocks = blocks
    self.tables = tables
  }

  /// Rows of tiles, and tiles in each.
  package var rows: Int { (header.height + tileSide - 1) / tileSide }
  package var columns: Int { (header.width + tileSide - 1) / tileSide }

  /// Reads a row of tiles; rows are read one after the other.
  ///
  /// - Parameters:
  ///   - row: which one, from 0.
  ///   - target: gets it.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  package mutating func read(row: Int, into target: ScanRow) throws {
    let window = target.window
    var position = 0
    if let last {
      window.start(with: last.window, from: last.position / 8)
      position = last.position % 8
    } else {
      window.clear()
    }
    target.segments.removeAll(keepingCapacity: true)
    target.starts.removeAll(keepingCapacity: true)
    let perTile = tileSide / (8 * header.down)
    let first = row * perTile
    for mcuRow in first..<min(first + perTile, header.mcusDown) {
      try readRow(mcuRow, inTile: mcuRow - first, target, &position)
    }
    target.starts.append(target.segments.count)
    last = (window, position)
    if row == rows - 1 { try finish(window, position) }
  }

  /// All that is left behind the last MCU is what fills up its byte.
  private mutating func finish(_ window: ScanWindow, _ position: Int) throws {
    while !stream.isEnded { try stream.fill(window) }
    guard (0..<8).contains(window.count * 8 - position), window.nextMark == nil else {
      throw ScanIrregular("more data than the image has")
    }
  }

  private mutating func readRow(
    _ mcuRow: Int, inTile rowInTile: Int, _ target: ScanRow, _ position: inout Int
  ) throws {
    let window = target.window
    let mcusPerTile = tileSide / (8 * header.across)
    let lastColumn = tables.map(\.oddColumn)
    let oddMCUs = header.components.indices.map {
      lastColumn[$0] < 0 ? -1 : lastColumn[$0] / header.components[$0].across
    }
    let isOddRow = header.components.indices.contains {
      tables[$0].oddRow >= 0 && tables[$0].oddRow / header.components[$0].down == mcuRow
    }
    try unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: HalfTransform.sums) { sums in
      guard let sums = sums.baseAddress else { return }
      var reader = unsafe BitReader(window.base, at: position)
      var segment = ScanRow.Segment()
      var isOpen = false
      for mcu in 0..<header.mcusAcross {
        if mcu % mcusPerTile == 0 {
          if isOpen { unsafe close(&segment, reader, target) }
          isOpen = false
          target.starts.append(target.segments.count)
        }
        if header.restartInterval > 0 {
          if untilRestart == 0 {
            if isOpen { unsafe close(&segment, reader, target) }
            isOpen = false
            unsafe try restart(&reader, window)
          }
          untilRestart -= 1
        }
        unsafe try makeSure(&reader, window)
        let isFirst = !isOpen
        if isFirst {
          segment = ScanRow.Segment()
          segment.start = unsafe reader.position(from: window.base)
          isOpen = true
        }
        segment.mcus += 1
        let isWhole =
          isFirst || isOddRow || oddMCUs.contains(mcu)
          ? unsafe readEdge(
            &reader, mcu, mcuRow, rowInTile, isFirst, &segment, target, sums)
          : unsafe readInner(&reader, mcu, rowInTile, target, sums)
        guard isWhole else { throw ScanIrregular("a code that is none") }
        if stream.isEnded, unsafe reader.position(from: window.base) > window.count * 8 {
          throw ScanIrregular("the scan ends before its image does")
        }
      }
      if isOpen { unsafe close(&segment, reader, target) }
      position = unsafe reader.position(from: window.base)
    }
  }

  /// Ends a segment where the reader is.
  private func close(_ segment: inout ScanRow.Segment, _ reader: BitReader, _ target: ScanRow) {
    segment.end = unsafe reader.position(from: target.window.base)
    segment.last = predictors
    target.segments.append(segment)
  }

  /// Makes sure that the window has a whole MCU, however long that is.
  private mutating func makeSure(_ reader: inout BitReader, _ window: ScanWindow) throws {
    while !stream.isEnded,
      unsafe reader.next - UnsafePointer(window.base) > window.count - ScanWindow.slack
    {
      let position = unsafe reader.position(from: window.base)
      try stream.fill(window)
      unsafe reader = BitReader(window.base, at: position)
    }
  }

  /// Passes a restart marker, which must be the next one and stand right there.
  private mutating func restart(_ reader: inout BitReader, _ window: ScanWindow) throws {
    unsafe try makeSure(&reader, window)
    let position = unsafe reader.position(from: window.base)
    let byte = (position + 7) / 8
    guard let mark = window.nextMark, mark.offset == byte, mark.number == nextMark else {
      throw ScanIrregular("a restart marker that is missing or elsewhere")
    }
    window.passMark()
    nextMark = (nextMark + 1) & 7
    untilRestart = header.restartInterval
    predictors = InlineArray(repeating: 0)
    unsafe reader = BitReader(window.base, at: byte * 8)
  }

  /// Reads an MCU of which nothing is special.
  @inline(__always)
  private mutating func readInner(
    _ reader: inout BitReader, _ mcu: Int, _ rowInTile: Int, _ target: ScanRow,
    _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    for block in blocks {
      let index = block.component
      guard let difference = unsafe tables[index].reader.difference(&reader) else { return false }
      predictors[index] &+= difference
      guard DifferenceTable.predictors ~= predictors[index] else { return false }
      let half = tables[index].half
      unsafe sums.update(repeating: 0, count: 17)
      unsafe sums[0] = HalfTransform.shift &+ predictors[index] &* half.weights[0]
      var taker = unsafe HalfTaker(sums: sums, weights: half.weights, targets: half.targets)
      guard unsafe tables[index].reader.readCoefficients(&reader, &taker) else { return false }
      let plane = target.shrunk[index]
      let component = header.components[index]
      let shrinking = tables[index].shrinking
      let x = (mcu &* component.across &+ block.x) &* shrinking.columns
      let y = (rowInTile &* component.down &+ block.y) &* shrinking.rows
      unsafe HalfTransform.write(
        sums, shrinking: shrinking, to: plane.base + y &* plane.stride + x, stride: plane.stride)
    }
    return true
  }

  /// Reads an MCU that begins a segment, or that lies at an odd edge.
  private mutating func readEdge(
    _ reader: inout BitReader, _ mcu: Int, _ mcuRow: Int, _ rowInTile: Int, _ beginsSegment: Bool,
    _ segment: inout ScanRow.Segment, _ target: ScanRow, _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    for block in blocks {
      let index = block.component
      let component = header.components[index]
      let table = tables[index]
      let start = unsafe reader.position(from: target.window.base)
      guard let difference = unsafe table.reader.difference(&reader) else { return false }
      predictors[index] &+= difference
      guard DifferenceTable.predictors ~= predictors[index] else { return false }
      if beginsSegment, block.isFirst {
        segment.differences[index] = start..<(unsafe reader.position(from: target.window.base))
        segment.first[index] = predictors[index]
      }
      var keeper = CoefficientKeeper()
      keeper.coefficients[0] = Int16(predictors[index])
      guard unsafe table.reader.readCoefficients(&reader, &keeper) else { return false }
      let x = mcu * component.across + block.x
      let y = rowInTile * component.down + block.y
      let isOddColumn = x == table.oddColumn
      let isOddRow = mcuRow * component.down + block.y == table.oddRow
      let plane = target.shrunk[index]
      let shrinking = table.shrinking
      let place = unsafe plane.base + y * shrinking.rows * plane.stride + x * shrinking.columns
      if isOddColumn || isOddRow {
        let shrunk = table.whole.shrunk(
          keeper.coefficients, columns: isOddColumn ? table.columnsThere : 8,
          rows: isOddRow ? table.rowsThere : 8, shrinking)
        for row in 0..<shrinking.rows {
          for column in 0..<shrinking.columns {
            unsafe place[row * plane.stride + column] = shrunk[row * shrinking.columns + column]
          }
        }
      } else {
        unsafe table.half.add(keeper.coefficients, to: sums)
        unsafe HalfTransform.write(
          sums, shrinking: shrinking, to: place, stride: plane.stride)
      }
    }
    return true
  }
}
