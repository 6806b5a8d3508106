/// Reads a scan's coefficients from its beginning to its end, a row of tiles at a time.
@safe
package struct CoefficientReader {
  let plan: CoefficientPlan
  private let blocks: [MCUBlock]
  private let readers: [BlockReader]
  private let components: [ComponentShrinking]
  private let oddMCUs: ComponentShrinking.OddMCUs
  private let requantizers: [Requantizer]
  var cursor: ScanCursor
  var sliding = SlidingWindow()

  /// - Parameters:
  ///   - plan: what is to be made of them.
  ///   - input: the file from the scan's first byte on.
  /// - Throws: ``ScanIrregular`` for a component without its tables.
  package init(_ plan: CoefficientPlan, _ input: any ScanInput) throws(ScanIrregular) {
    let header = plan.header
    self.plan = plan
    cursor = ScanCursor(header, input)
    blocks = header.blocks
    readers = try header.blockReaders()
    components = ComponentShrinking.all(of: header, quartersChroma: plan.quartersChroma)
    oddMCUs = ComponentShrinking.OddMCUs(of: components, header)
    requantizers = zip(header.components, plan.steps).map { Requantizer(from: $0.steps, to: $1) }
  }

  /// Reads a part, wherever in the scan it lies.
  ///
  /// - Parameters:
  ///   - part: of the scan.
  ///   - whole: reads all of it.
  package init(of part: CoefficientPart, like whole: CoefficientReader) {
    plan = part.plan
    cursor = whole.cursor
    blocks = whole.blocks
    readers = whole.readers
    components = ComponentShrinking.all(of: plan.header, quartersChroma: plan.quartersChroma)
    oddMCUs = ComponentShrinking.OddMCUs(of: components, plan.header)
    requantizers = whole.requantizers
  }

  package var rows: Int { plan.rows }

  /// Reads a row of tiles; rows are read one after the other.
  ///
  /// - Parameters:
  ///   - row: which one, from 0.
  ///   - target: gets it.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  package mutating func read(row: Int, into target: CoefficientRow) throws {
    target.clear(for: row, of: plan)
    for mcuRow in target.mcuRows { try readRow(mcuRow, target) }
    if row == rows - 1 { try cursor.finish(sliding.window, sliding.position) }
  }

  mutating func readRow(_ mcuRow: Int, _ target: CoefficientRow) throws {
    let isOddRow = oddMCUs.hasRow(mcuRow)
    sliding.moveOn()
    let window = sliding.window
    try unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: HalfTransform.sums) { sums in
      guard let sums = sums.baseAddress else { return }
      var reader = unsafe BitReader(window.base, at: sliding.position)
      for mcu in 0..<plan.header.mcusAcross {
        if cursor.restartIsDue { unsafe try cursor.restart(&reader, window) }
        unsafe try cursor.beginMCU(&reader, window)
        target.reserveMCU()
        let isWhole =
          isOddRow || oddMCUs.hasColumn(mcu)
          ? unsafe readEdge(&reader, mcu, mcuRow, target, sums)
          : unsafe readInner(&reader, mcu, mcuRow, target, sums)
        guard isWhole else { throw ScanIrregular("a code that is none") }
        unsafe try cursor.endMCU(reader, window)
      }
      sliding.position = unsafe reader.position(from: window.base)
    }
  }

  /// Reads what a block's DC differs by.
  ///
  /// - Returns: the DC; nil for what is no word, or no DC.
  @inline(__always)
  private mutating func mean(_ reader: inout BitReader, of component: Int) -> Int32? {
    guard let difference = unsafe readers[component].difference(&reader) else { return nil }
    cursor.predictors[component] &+= difference
    let mean = cursor.predictors[component]
    return readers[component].admits(mean: mean) ? mean : nil
  }

  /// Where a block's samples go.
  @inline(__always)
  private func place(
    of block: MCUBlock, _ mcu: Int, _ mcuRow: Int, _ target: CoefficientRow
  ) -> (base: UnsafeMutablePointer<UInt8>, stride: Int) {
    let plane = target.shrunk.planes[block.component]
    let shrinking = components[block.component].shrinking
    let x = (mcu &+ plan.leadAcross) &* block.across &+ block.x
    let y = (mcuRow &- target.top) &* block.down &+ block.y
    return unsafe (
      plane.base + y &* shrinking.rows &* plane.stride + x &* shrinking.columns, plane.stride
    )
  }

  /// Reads an MCU of which nothing is special.
  @inline(__always)
  private mutating func readInner(
    _ reader: inout BitReader, _ mcu: Int, _ mcuRow: Int, _ target: CoefficientRow,
    _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    for block in blocks {
      let index = block.component
      guard let mean = unsafe mean(&reader, of: index) else { return false }
      let half = components[index].half
      unsafe sums.update(repeating: 0, count: 17)
      unsafe sums[0] = HalfTransform.shift &+ mean &* half.weights[0]
      var taker = unsafe HalfAndKeepingTaker(
        half: HalfTaker(sums: sums, weights: half.weights, targets: half.targets),
        kept: KeepingTaker(requantizers[index], to: target.end))
      unsafe taker.kept.takeMean(mean)
      guard unsafe readers[index].readCoefficients(&reader, &taker) else { return false }
      unsafe target.endBlock(at: taker.kept.next)
      let (base, stride) = unsafe place(of: block, mcu, mcuRow, target)
      unsafe HalfSamples.write(
        sums, shrinking: components[index].shrinking, to: base, stride: stride)
    }
    return true
  }

  /// Reads an MCU that lies at an odd edge.
  private mutating func readEdge(
    _ reader: inout BitReader, _ mcu: Int, _ mcuRow: Int, _ target: CoefficientRow,
    _ sums: UnsafeMutablePointer<Int32>
  ) -> Bool {
    for block in blocks {
      let index = block.component
      guard let mean = unsafe mean(&reader, of: index) else { return false }
      var keeper = CoefficientKeeper()
      keeper.coefficients[0] = Int16(mean)
      guard unsafe readers[index].readCoefficients(&reader, &keeper) else { return false }
      var kept = unsafe KeepingTaker(requantizers[index], to: target.end)
      unsafe kept.takeMean(mean)
      for place in 1..<64 { unsafe kept.take(place, Int32(keeper.coefficients[place])) }
      unsafe target.endBlock(at: kept.next)
      let (base, stride) = unsafe place(of: block, mcu, mcuRow, target)
      unsafe components[index].write(
        keeper.coefficients, column: mcu * block.across + block.x,
        row: mcuRow * block.down + block.y, sums, to: base, stride: stride)
    }
    return true
  }
}
