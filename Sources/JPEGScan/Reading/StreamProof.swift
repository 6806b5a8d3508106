/// Proves that streams are whole pictures: that each of their words is one, and all blocks are there.
///
/// Nothing is computed of the words, so that it takes a fraction of what decoding does. Tables are kept
/// from stream to stream, for the tiles of a level share theirs. It is no verdict where there is no
/// proof: decoders forgive much.
package struct StreamProof: ~Copyable {
  /// What the readers were made for.
  private var header: ScanHeader?
  private var readers: [SkippingReader] = []
  private let window = ScanWindow()

  package init() {}

  /// Proves a stream.
  ///
  /// - Parameters:
  ///   - stream: a file of its own.
  ///   - width: what the picture must measure, in pixels.
  ///   - height: the same from top to bottom.
  ///   - components: how many it must have.
  /// - Returns: whether it is whole.
  package mutating func holds(
    _ stream: RawSpan, width: Int, height: Int, components: Int
  ) -> Bool {
    do throws(ScanIrregular) {
      let head = Self.longestHead
      let bytes = unsafe stream.withUnsafeBytes { unsafe [UInt8]($0.prefix(head)) }
      guard case .header(let header) = try ScanHeader.read(bytes), header.width == width,
        header.height == height, header.components.count == components
      else { return false }
      if self.header?.hasCodes(of: header) != true {
        readers = try header.skippingReaders()
        self.header = header
      }
      try read(stream, header)
      return true
    } catch {
      return false
    }
  }

  /// Tiles have their tables before their scan, and little else.
  private static let longestHead = 1 << 16

  private borrowing func read(_ stream: RawSpan, _ header: ScanHeader) throws(ScanIrregular) {
    window.clear()
    let piece = try unsafe stream.withUnsafeBytes { bytes throws(ScanIrregular) in
      unsafe try window.append(
        stuffed: UnsafeRawBufferPointer(rebasing: bytes[header.scanOffset...]))
    }
    guard piece == .ended else { throw ScanIrregular("the stream ends before its image does") }
    let blocks = header.blocks
    var cursor = ScanCursor(ofWhole: header)
    var reader = unsafe BitReader(window.base, at: 0)
    var means = InlineArray<6, Int16>(repeating: 0)
    guard blocks.count <= means.count else { throw ScanIrregular("an MCU of more than six blocks") }
    for _ in 0..<(header.mcusAcross * header.mcusDown) {
      if cursor.restartIsDue { unsafe try cursor.passRestart(&reader, window) }
      cursor.countMCU()
      var span = means.mutableSpan
      let isWhole = unsafe span.withUnsafeMutableBufferPointer { means in
        guard let means = means.baseAddress else { return false }
        return unsafe readers.readMeans(blocks, &reader, &cursor.predictors, into: means)
      }
      guard isWhole else { throw ScanIrregular("a code that is none") }
      for block in blocks.indices where !(DifferenceTable.predictors ~= Int32(means[block])) {
        throw ScanIrregular("a DC that no sample has")
      }
      unsafe try cursor.endMCU(reader, window)
    }
    try cursor.finishWhole(window, unsafe reader.position(from: window.base))
  }
}

extension ScanHeader {
  /// Whether its components are read with the same tables as those of another one.
  fileprivate func hasCodes(of other: ScanHeader) -> Bool {
    components.map(\.dcTable) == other.components.map(\.dcTable)
      && components.map(\.acTable) == other.components.map(\.acTable)
      && components.map(\.steps) == other.components.map(\.steps)
      && dcSpecifications == other.dcSpecifications && acSpecifications == other.acSpecifications
  }
}
