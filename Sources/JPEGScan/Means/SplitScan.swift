/// A scan without restarts, read for its blocks' DC on several threads.
///
/// Windows of it are cut into stretches, which are read at the same time and joined in order: what is
/// taken of a stretch begins where the one before it has ended, and so is what a single reader would
/// have found.
@safe
struct SplitScan: MeanSource {
  private var stream: ScanStream
  private var window = ScanWindow()
  private var spare = ScanWindow()
  private let blocks: [MCUBlock]
  private let readers: [SkippingReader]
  private let stretches: [MeanStretch]
  private let readAll: ([MeanStretch]) throws -> Void
  /// How many stretches the window is cut into.
  private var parts = 0
  /// The stretch that comes next, and of it the MCU where that is known.
  private var stretch = 0
  private var mcu: Int?
  private var shifts = InlineArray<3, Int16>(repeating: 0)
  /// Where the next MCU begins that no stretch is known to have, and stretches end, in bits of the
  /// window.
  private var position = 0
  private var limit = 0
  private var predictors = InlineArray<3, Int32>(repeating: 0)
  /// MCUs that were taken in all, and those that no stretch had.
  private var taken = 0
  private var missed = 0

  private let windowBytes: Int
  /// Where more than one in so many MCUs is read once more, nothing is won by guessing.
  private static let mostMissed = 10

  /// - Parameters:
  ///   - header: of the scan.
  ///   - input: the file from the scan's first byte on.
  ///   - parts: stretches of a window.
  ///   - stretchBytes: how long each of them is.
  ///   - notesPlaces: whether somebody will look for parts of the scan later.
  ///   - readAll: has each of the stretches read, at the same time where that can be.
  /// - Throws: ``ScanIrregular`` for a component without its tables.
  init(
    _ header: ScanHeader, _ input: any ScanInput, parts: Int, stretchBytes: Int = 1 << 19,
    notesPlaces: Bool = false, readAll: @escaping ([MeanStretch]) throws -> Void
  ) throws(ScanIrregular) {
    stream = ScanStream(input, notesPlaces: notesPlaces)
    blocks = header.blocks
    readers = try header.skippingReaders()
    let (blocks, readers, window) = (blocks, readers, window)
    stretches = (0..<max(1, parts)).map { _ in MeanStretch(blocks, readers, window) }
    self.readAll = readAll
    windowBytes = max(stretchBytes * stretches.count, 2 * ScanWindow.slack)
  }

  var mark: ScanIndex.Mark { ScanIndex.Mark(window.origin * 8 + next, predictors) }

  var places: ScanPlaces? { stream.places }

  /// Where the next MCU begins, in bits of the window.
  private var next: Int { mcu.map { stretches[stretch].position(of: $0) } ?? position }

  mutating func read(_ count: Int, into target: UnsafeMutablePointer<Int16>) throws {
    var done = 0
    while done < count {
      let place = unsafe target + done * blocks.count
      if let first = mcu {
        let run = min(count - done, stretches[stretch].count - first)
        guard unsafe take(first..<first + run, into: place) else {
          throw ScanIrregular("a DC that no sample has")
        }
        done += run
        taken += run
      } else if position >= limit {
        try advance()
      } else if !find() {
        unsafe try readOne(into: place)
        done += 1
        missed += 1
      }
    }
  }

  mutating func finish() throws {
    while !stream.isEnded { try stream.fill(window) }
    let left = window.count * 8 - next
    guard (0..<8).contains(left), window.nextMark == nil else {
      throw ScanIrregular("more data than the image has")
    }
  }

  /// Takes MCUs of the stretch that is joined; behind its last one, leaves it.
  private mutating func take(
    _ range: Range<Int>, into target: UnsafeMutablePointer<Int16>
  ) -> Bool {
    let from = stretches[stretch]
    let source = unsafe from.means + range.lowerBound * blocks.count
    var (least, largest): (Int16, Int16) = (0, 0)
    for mcu in 0..<range.count {
      for block in blocks.indices {
        let place = mcu &* blocks.count &+ block
        let mean = unsafe source[place] &+ shifts[blocks[block].component]
        unsafe target[place] = mean
        (least, largest) = (min(least, mean), max(largest, mean))
      }
    }
    for block in blocks.indices {
      let last = (range.count - 1) * blocks.count + block
      predictors[blocks[block].component] = Int32(unsafe target[last])
    }
    mcu = range.upperBound < from.count ? range.upperBound : nil
    if mcu == nil { position = from.end }
    return DifferenceTable.predictors.contains(Int32(least))
      && DifferenceTable.predictors.contains(Int32(largest)) && isInside
  }

  /// Whether what was read is no more than there is.
  private var isInside: Bool { !stream.isEnded || mcu != nil || position <= window.count * 8 }

  /// Looks for the stretch, and of it the MCU, that begins where the last one ended.
  private mutating func find() -> Bool {
    while stretch < parts, stretches[stretch].end <= position { stretch += 1 }
    guard stretch < parts, let found = stretches[stretch].mcu(at: position) else { return false }
    mcu = found
    for (place, block) in blocks.enumerated() {
      let means = unsafe stretches[stretch].means
      let before = unsafe found == 0 ? 0 : means[(found - 1) * blocks.count + place]
      // The last block of a component is the last to say.
      shifts[block.component] =
        Int16(truncatingIfNeeded: predictors[block.component]) &- before
    }
    return true
  }

  /// Reads an MCU that no stretch has.
  private mutating func readOne(into target: UnsafeMutablePointer<Int16>) throws {
    var reader = unsafe BitReader(window.base, at: position)
    guard unsafe readers.readMeans(blocks, &reader, &predictors, into: target) else {
      throw ScanIrregular("a code that is none")
    }
    position = unsafe reader.position(from: window.base)
    for block in blocks.indices {
      guard DifferenceTable.predictors ~= Int32(unsafe target[block]) else {
        throw ScanIrregular("a DC that no sample has")
      }
    }
    guard isInside else { throw ScanIrregular("the scan ends before its image does") }
  }

  /// Goes on to the next window.
  private mutating func advance() throws {
    spare.start(with: window, from: position / 8)
    position %= 8
    swap(&window, &spare)
    while !stream.isEnded, window.count < windowBytes {
      try stream.fill(window)
    }
    limit = (stream.isEnded ? window.count : window.count - ScanWindow.slack) * 8
    guard position < limit else { throw ScanIrregular("the scan ends before its image does") }
    parts = missed * Self.mostMissed > taken ? 1 : stretches.count
    stretch = 0
    let length = (limit - position) / parts
    for part in 0..<parts {
      let start = position + part * length
      let end = part == parts - 1 ? limit : start + length
      stretches[part].set(window, start..<end, isExact: part == 0)
    }
    try readAll(Array(stretches[..<parts]))
  }
}
