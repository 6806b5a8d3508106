/// A scan with restarts, read for its blocks' DC from its beginning to its end.
@safe
struct WholeScan {
  private let blocks: [MCUBlock]
  private let readers: [SkippingReader]
  private var cursor: ScanCursor
  private var sliding = SlidingWindow()

  init(_ header: ScanHeader, _ input: any ScanInput) throws(ScanIrregular) {
    blocks = header.blocks
    readers = try header.skippingReaders()
    cursor = ScanCursor(header, input)
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - count: MCUs that are there still.
  ///   - target: gets the DC of each block.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  mutating func read(_ count: Int, into target: UnsafeMutablePointer<Int16>) throws {
    sliding.moveOn()
    let window = sliding.window
    var reader = unsafe BitReader(window.base, at: sliding.position)
    for mcu in 0..<count {
      if cursor.restartIsDue { unsafe try cursor.restart(&reader, window) }
      unsafe try cursor.beginMCU(&reader, window)
      let place = unsafe target + mcu * blocks.count
      guard unsafe readers.readMeans(blocks, &reader, &cursor.predictors, into: place) else {
        throw ScanIrregular("a code that is none")
      }
      for block in blocks.indices {
        guard DifferenceTable.predictors ~= Int32(unsafe place[block]) else {
          throw ScanIrregular("a DC that no sample has")
        }
      }
      unsafe try cursor.endMCU(reader, window)
    }
    sliding.position = unsafe reader.position(from: window.base)
  }

  /// All that is left behind the last MCU is what fills up its byte.
  mutating func finish() throws { try cursor.finish(sliding.window, sliding.position) }
}
