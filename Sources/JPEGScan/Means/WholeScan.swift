/// A scan with restarts, read for its blocks' DC from its beginning to its end.
@safe
struct WholeScan: MeanSource {
  private let blocks: [MCUBlock]
  private let readers: [SkippingReader]
  private var cursor: ScanCursor
  private var sliding = SlidingWindow()

  /// - Parameters:
  ///   - header: of the scan.
  ///   - input: the file from the scan's first byte on.
  ///   - notesPlaces: whether somebody will look for parts of it later.
  /// - Throws: ``ScanIrregular`` for a component without its tables.
  init(
    _ header: ScanHeader, _ input: any ScanInput, notesPlaces: Bool
  ) throws(ScanIrregular) {
    blocks = header.blocks
    readers = try header.skippingReaders()
    cursor = ScanCursor(header, input, notesPlaces: notesPlaces)
  }

  var mark: ScanIndex.Mark {
    ScanIndex.Mark(sliding.window.origin * 8 + sliding.position, cursor.predictors)
  }

  var places: ScanPlaces? { cursor.places }

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

  mutating func finish() throws { try cursor.finish(sliding.window, sliding.position) }
}
