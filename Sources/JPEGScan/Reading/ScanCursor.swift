/// Where a reader is in a scan, beyond the bits of its window: what is to come from the file, the DC
/// of each component, and the restart markers.
@safe
struct ScanCursor {
  private var stream: ScanStream
  /// The last DC of each component.
  var predictors = InlineArray<3, Int32>(repeating: 0)
  /// MCUs between two restart markers; 0 where there are none.
  private let interval: Int
  private var untilRestart: Int
  private var nextMark: UInt8 = 0

  /// - Parameters:
  ///   - header: of the scan.
  ///   - input: the file from the scan's first byte on.
  ///   - notesPlaces: whether somebody will look for parts of it later.
  init(_ header: ScanHeader, _ input: any ScanInput, notesPlaces: Bool = false) {
    stream = ScanStream(input, notesPlaces: notesPlaces)
    interval = header.restartInterval
    untilRestart = interval
  }

  /// Reads on in the middle of a scan.
  ///
  /// - Parameters:
  ///   - header: of the scan.
  ///   - input: the file from a byte of it on.
  ///   - mcu: the one that comes next, with a restart before it where one is due.
  ///   - predictors: the last DC of each component before it.
  init(
    _ header: ScanHeader, _ input: any ScanInput, before mcu: Int,
    _ predictors: InlineArray<3, Int32>
  ) {
    self.init(header, input)
    self.predictors = predictors
    guard interval > 0, mcu > 0 else { return }
    let passed = (mcu - 1) / interval
    untilRestart = interval - (mcu - passed * interval)
    nextMark = UInt8(passed & 7)
  }

  /// Where bytes of the scan lie in its file, as far as it was read.
  var places: ScanPlaces? { stream.places }

  /// Has a window filled up to a place, and what lies before that passed.
  ///
  /// - Parameters:
  ///   - window: at whose end the input's bytes go.
  ///   - position: in bits of the window.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  mutating func fill(_ window: ScanWindow, upTo position: Int) throws {
    window.forgetMarks()
    while !stream.isEnded, window.count * 8 <= position { try stream.fill(window) }
    window.passMarks(before: position)
  }

  /// Reads a scan all of which its window has.
  init(ofWhole header: ScanHeader) {
    stream = .ended
    interval = header.restartInterval
    untilRestart = interval
  }

  /// Whether a restart marker is to come before the next MCU.
  @inline(__always)
  var restartIsDue: Bool { interval > 0 && untilRestart == 0 }

  /// Makes sure that the window has a whole MCU, however long that is, and counts it.
  @inline(__always)
  mutating func beginMCU(_ reader: inout BitReader, _ window: ScanWindow) throws {
    countMCU()
    unsafe try makeSure(&reader, window)
  }

  @inline(__always)
  mutating func countMCU() {
    if interval > 0 { untilRestart &-= 1 }
  }

  /// Makes sure that what was read is no more than there is.
  @inline(__always)
  func endMCU(_ reader: BitReader, _ window: ScanWindow) throws(ScanIrregular) {
    if stream.isEnded, unsafe reader.position(from: window.base) > window.count * 8 {
      throw ScanIrregular("the scan ends before its image does")
    }
  }

  @inline(__always)
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
  mutating func restart(_ reader: inout BitReader, _ window: ScanWindow) throws {
    unsafe try makeSure(&reader, window)
    unsafe try passRestart(&reader, window)
  }

  /// Passes a restart marker that the window has.
  mutating func passRestart(
    _ reader: inout BitReader, _ window: ScanWindow
  ) throws(ScanIrregular) {
    let position = unsafe reader.position(from: window.base)
    let byte = (position + 7) / 8
    guard let mark = window.nextMark, mark.offset == byte, mark.number == nextMark else {
      throw ScanIrregular("a restart marker that is missing or elsewhere")
    }
    window.passMark()
    nextMark = (nextMark + 1) & 7
    untilRestart = interval
    predictors = InlineArray(repeating: 0)
    unsafe reader = BitReader(window.base, at: byte * 8)
  }

  /// All that is left behind the last MCU is what fills up its byte.
  ///
  /// - Parameters:
  ///   - window: with the last MCU.
  ///   - position: behind it, in bits of the window.
  /// - Throws: ``ScanIrregular`` where there is more.
  mutating func finish(_ window: ScanWindow, _ position: Int) throws {
    while !stream.isEnded { try stream.fill(window) }
    try finishWhole(window, position)
  }

  /// The same of a scan all of which the window has.
  func finishWhole(_ window: ScanWindow, _ position: Int) throws(ScanIrregular) {
    guard (0..<8).contains(window.count * 8 - position), window.nextMark == nil else {
      throw ScanIrregular("more data than the image has")
    }
  }
}
