/// Reads a scan from its beginning to its end, a row of tiles at a time.
@safe
package struct ScanReader {
  package let header: ScanHeader
  let tileSide: Int
  private let blocks: [MCUBlock]
  private let readers: [BlockReader]
  private let components: [ComponentShrinking]
  private let oddMCUs: ComponentShrinking.OddMCUs
  var cursor: ScanCursor
  /// The row that was read before, and the place in its window where the next one's words begin.
  private var last: (window: ScanWindow, position: Int)?

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
    cursor = ScanCursor(header, input)
    blocks = header.blocks
    readers = try header.blockReaders()
    components = ComponentShrinking.all(of: header, quartersChroma: quartersChroma)
    oddMCUs = ComponentShrinking.OddMCUs(of: components, header)
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
    for part in target.parts { part.begin() }
    let part = target.parts[0]
    let window = part.window
    var position = 0
    if let last {
      window.start(with: last.window, from: last.position / 8)
      position = last.position % 8
    } else {
      window.clear()
    }
    let mcuRows = mcuRows(of: row)
    for mcuRow in mcuRows {
      try readRow(
        mcuRow, inTile: mcuRow - mcuRows.lowerBound, 0..<header.mcusAcross, part, of: target,
        &position)
    }
    last = (window, position)
    if row == rows - 1 { try cursor.finish(window, position) }
  }

  /// The rows of MCUs that a row of tiles has.
  func mcuRows(of row: Int) -> Range<Int> {
    let perTile = tileSide / (8 * header.down)
    return row * perTile..<min((row + 1) * perTile, header.mcusDown)
  }

  /// Reads a row of MCUs, or some tiles' of it.
  ///
  /// - Parameters:
  ///   - mcuRow: of the whole scan.
  ///   - rowInTile: the same, counted from where the row of tiles begins.
  ///   - mcus: of the row, beginning with a tile's; the target begins with them.
  ///   - part: gets their words.
  ///   - target: whose part it is; gets what they shrink to.
  ///   - position: where they begin in the part's window, and then where they end.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  mutating func readRow(
    _ mcuRow: Int, inTile rowInTile: Int, _ mcus: Range<Int>, _ part: ScanRow.Part,
    of target: ScanRow, _ position: inout Int
  ) throws {
    let window = part.window
    let mcusPerTile = tileSide / (8 * header.across)
    let isOddRow = oddMCUs.hasRow(mcuRow)
    try unsafe withBlocks(rowInTile, target) { places, sums in
      var reader = unsafe BitReader(window.base, at: position)
      var segment = ScanRow.Segment()
      var isOpen = false
      for mcu in mcus {
        if mcu % mcusPerTile == 0 {
          if isOpen { unsafe close(&segment, reader, part) }
          isOpen = false
          part.beginTile()
        }
        if cursor.restartIsDue {
          if isOpen { unsafe close(&segment, reader, part) }
          isOpen = false
          unsafe try cursor.restart(&reader, window)
        }
        unsafe try cursor.beginMCU(&reader, window)
        let isFirst = !isOpen
        if isFirst {
          segment = ScanRow.Segment()
          segment.start = unsafe reader.position(from: window.base)
          isOpen = true
        }
        segment.mcus += 1
        let column = mcu &- mcus.lowerBound
        let isWhole =
          isOddRow || oddMCUs.hasColumn(mcu)
          ? unsafe readEdge(
            &reader, mcu, mcuRow, column, rowInTile, isFirst, &segment, window, target.shrunk, sums)
          : isFirst
            ? unsafe readFirst(&reader, places, column, &segment, window, sums)
            : unsafe readInner(&reader, places, column, false, &segment, window, sums)
        guard isWhole else { throw ScanIrregular("a code that is none") }
        unsafe try cursor.endMCU(reader, window)
      }
      if isOpen { unsafe close(&segment, reader, part) }
      part.endMCURow()
      position = unsafe reader.position(from: window.base)
    }
  }

  /// Gives the places of an MCU's blocks, and room for the sums of one.
  private func withBlocks(
    _ rowInTile: Int, _ target: ScanRow,
    body: (UnsafeBufferPointer<BlockPlace>, UnsafeMutablePointer<Int32>) throws -> Void
  ) rethrows {
    let places = unsafe blocks.map { block in
      unsafe BlockPlace(
        block, readers[block.component], components[block.component],
        in: target.shrunk.planes[block.component], mcuRow: rowInTile)
    }
    try unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: HalfTransform.sums) { sums in
      guard let sums = sums.baseAddress else { return }
      try unsafe places.withUnsafeBufferPointer { unsafe try body($0, sums) }
    }
  }

  /// Ends a segment where the reader is.
  private func close(
    _ segment: inout ScanRow.Segment, _ reader: BitReader, _ part: ScanRow.Part
  ) {
    segment.end = unsafe reader.position(from: part.window.base)
    segment.last = cursor.predictors
    part.append(segment)
  }

  /// Reads a block's DC.
  ///
  /// - Returns: false for what is no word, or no DC.
  @inline(__always)
  private mutating func readMean(
    of component: Int, isFirst: Bool, by blocks: BlockReader, _ reader: inout BitReader,
    _ beginsSegment: Bool, _ segment: inout ScanRow.Segment, _ window: ScanWindow
  ) -> Bool {
    let start = unsafe beginsSegment ? reader.position(from: window.base) : 0
    guard let difference = unsafe blocks.difference(&reader) else { return false }
    cursor.predictors[component] &+= difference
    guard blocks.admits(mean: cursor.predictors[component]) else { return false }
    if beginsSegment, isFirst {
      segment.differences[component] = start..<(unsafe reader.position(from: window.base))
      segment.first[component] = cursor.predictors[component]
    }
    return true
  }

  /// Reads an MCU that begins a segment.
  @inline(never)
  private mutating func readFirst(
    _ reader: inout BitReader, _ places: UnsafeBufferPointer<BlockPlace>, _ column: Int,
    _ segment: inout ScanRow.Segment, _ window: ScanWindow, _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    unsafe readInner(&reader, places, column, true, &segment, window, sums)
  }

  /// Reads an MCU that does not lie at an odd edge.
  @inline(__always)
  private mutating func readInner(
    _ reader: inout BitReader, _ places: UnsafeBufferPointer<BlockPlace>, _ column: Int,
    _ beginsSegment: Bool, _ segment: inout ScanRow.Segment, _ window: ScanWindow,
    _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard let first = places.baseAddress else { return false }
    for index in 0..<places.count {
      // Looked at where it lies: a copy counts references.
      let place = unsafe first + index
      let component = unsafe place.pointee.component
      guard
        unsafe readMean(
          of: component, isFirst: place.pointee.isFirst, by: place.pointee.reader, &reader,
          beginsSegment, &segment, window)
      else { return false }
      let samples = unsafe place.pointee.samples(inColumn: column)
      let mean =
        unsafe HalfTransform.shift &+ cursor.predictors[component] &* place.pointee.weights[0]
      if unsafe place.pointee.reader.passEnd(&reader) {
        unsafe HalfSamples.writeFlat(
          mean, shrinking: place.pointee.shrinking, to: samples, stride: place.pointee.stride)
        continue
      }
      unsafe sums.update(repeating: 0, count: 17)
      unsafe sums[0] = mean
      var taker = unsafe HalfTaker(
        sums: sums, weights: place.pointee.weights, targets: place.pointee.targets)
      guard unsafe place.pointee.reader.readCoefficients(&reader, &taker) else { return false }
      unsafe HalfSamples.write(
        sums, shrinking: place.pointee.shrinking, to: samples, stride: place.pointee.stride)
    }
    return true
  }

  /// Reads an MCU that lies at an odd edge.
  private mutating func readEdge(
    _ reader: inout BitReader, _ mcu: Int, _ mcuRow: Int, _ column: Int, _ rowInTile: Int,
    _ beginsSegment: Bool, _ segment: inout ScanRow.Segment, _ window: ScanWindow,
    _ shrunk: ShrunkPlanes, _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    for block in blocks {
      let index = block.component
      guard
        unsafe readMean(
          of: index, isFirst: block.isFirst, by: readers[index], &reader, beginsSegment, &segment,
          window)
      else { return false }
      var keeper = CoefficientKeeper()
      keeper.coefficients[0] = Int16(cursor.predictors[index])
      guard unsafe readers[index].readCoefficients(&reader, &keeper) else { return false }
      let x = column * block.across + block.x
      let y = rowInTile * block.down + block.y
      let plane = shrunk.planes[index]
      let shrinking = components[index].shrinking
      unsafe components[index].write(
        keeper.coefficients, column: mcu * block.across + block.x,
        row: mcuRow * block.down + block.y, sums,
        to: plane.base + y * shrinking.rows * plane.stride + x * shrinking.columns,
        stride: plane.stride)
    }
    return true
  }
}
