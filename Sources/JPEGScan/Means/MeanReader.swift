/// Reads a scan for the means of its blocks alone: the image at an eighth of its size, sixteen rows of
/// it at a time.
///
/// It is made for who waits: a block costs half of what it does where its coefficients are wanted.
@safe
package struct MeanReader {
  package let header: ScanHeader
  /// The rows that were read last.
  package let strip: MeanStrip
  private let blocks: [MCUBlock]
  /// Where tiles begin in the scan, once all of it was read; nil where nobody asked for it.
  package private(set) var index: ScanIndex?
  /// The MCUs of a row that are read at a time: those of a tile.
  private let stretches: [Range<Int>]
  private var source: any MeanSource
  private var mcuRow = 0
  /// A row of MCUs, as the DC of their blocks.
  private var row: [Int16]

  /// - Parameters:
  ///   - header: of the scan.
  ///   - input: the file from the scan's first byte on.
  ///   - quartersChroma: whether chroma is wanted at half the size of luma, each way; else it is as the
  ///     scan has it.
  ///   - tileSide: of the tiles that are to be found in the scan later, a multiple of an MCU's sides;
  ///     nil where none are.
  ///   - isMirrored: whether those tiles are counted from the ends of the rows.
  ///   - parts: how many stretches of the scan are read at the same time.
  ///   - readAll: has each of the stretches read, at the same time where that can be.
  /// - Throws: ``ScanIrregular`` for a component without its tables.
  package init(
    _ header: ScanHeader, _ input: any ScanInput, quartersChroma: Bool,
    indexing tileSide: Int? = nil, isMirrored: Bool = false,
    parts: Int = 1,
    readAll: @escaping ([MeanStretch]) throws -> Void = { $0.forEach { $0.read() } }
  ) throws(ScanIrregular) {
    self.header = header
    strip = MeanStrip(header, quartersChroma: quartersChroma)
    blocks = header.blocks
    row = Array(repeating: 0, count: header.mcusAcross * header.blocks.count)
    // Restarts are counted, and so are found in order only.
    index = tileSide.flatMap { ScanIndex(header, tileSide: $0, isMirrored: isMirrored) }
    stretches = index?.tiles ?? [0..<header.mcusAcross]
    source =
      header.restartInterval > 0
      ? try WholeScan(header, input, notesPlaces: index != nil)
      : try SplitScan(
        header, input, parts: parts, notesPlaces: index != nil, readAll: readAll)
  }

  /// Reads sixteen rows of the image, or the fewer that it ends with.
  ///
  /// - Returns: false where none are left.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  package mutating func readStrip() throws -> Bool {
    guard mcuRow < header.mcusDown else { return false }
    for row in 0..<strip.mcuRows {
      guard mcuRow < header.mcusDown else {
        strip.repeatRow()
        break
      }
      try readRow()
      putRow(row)
      mcuRow += 1
    }
    if mcuRow == header.mcusDown { try finish() }
    strip.shrinkChroma()
    return true
  }

  private mutating func readRow() throws {
    let perMCU = blocks.count
    // Taken out, for it is written to while the source and the index change.
    var row: [Int16] = []
    swap(&row, &self.row)
    defer { swap(&row, &self.row) }
    try unsafe row.withUnsafeMutableBufferPointer { row in
      guard let base = row.baseAddress else { return }
      for mcus in stretches {
        index?.append(source.mark)
        unsafe try source.read(mcus.count, into: base + mcus.lowerBound * perMCU)
      }
    }
  }

  private mutating func finish() throws {
    try source.finish()
    if let places = source.places { index?.finish(places) }
  }

  /// Puts a row of MCUs to its place in the strip.
  private func putRow(_ inStrip: Int) {
    for (place, block) in blocks.enumerated() {
      for mcu in 0..<header.mcusAcross {
        strip.put(
          Int32(row[mcu * blocks.count + place]), component: block.component,
          x: mcu &* block.across &+ block.x, y: inStrip &* block.down &+ block.y)
      }
    }
  }
}
