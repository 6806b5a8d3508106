import Inflating

/// From a row of bytes as they are stored to samples of 8 bits.
struct PNGSamples {
  private let header: PNGHeader
  private var row: [UInt8]

  /// - Parameter header: of the file.
  init(_ header: PNGHeader) {
    self.header = header
    row = header.isStoredAsShown ? [] : Array(repeating: 0, count: header.width * header.bands)
  }

  /// Shows a row's samples.
  ///
  /// - Parameters:
  ///   - stored: the row without its filter.
  ///   - body: given them.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where the palette has no such color, or what the closure says.
  mutating func show<Result>(
    _ stored: Span<UInt8>, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    if header.isStoredAsShown { return try body(stored) }
    switch header.color {
    case .palette: try lookUp(stored)
    case .gray, .rgb, .grayAlpha, .rgbAlpha: convert(stored)
    }
    return try body(row.span)
  }

  private mutating func lookUp(_ stored: Span<UInt8>) throws(PackedIrregular) {
    let header = header
    let bands = header.bands
    let palette = header.palette.span
    var samples = row.mutableSpan
    for x in 0..<header.width {
      let index = Int(header.sample(x, of: stored))
      guard index < palette.count else {
        throw PackedIrregular("a color that is not in its palette")
      }
      let color = palette[index]
      for band in 0..<bands { samples[bands * x + band] = color[band] }
    }
  }

  private mutating func convert(_ stored: Span<UInt8>) {
    let header = header
    let (channels, bands) = (header.color.channels, header.bands)
    // What makes the largest number of so few bits 255, and those of more than eight the upper ones.
    let factor = header.depth < 8 ? 255 / (1 << header.depth - 1) : 1
    let shift = header.depth == 16 ? 8 : 0
    var samples = row.mutableSpan
    for x in 0..<header.width {
      var isKey = true
      for channel in 0..<channels {
        let value = header.sample(channels * x + channel, of: stored)
        if let key = header.key, value != key[channel] { isKey = false }
        samples[bands * x + channel] = UInt8(truncatingIfNeeded: (Int(value) * factor) >> shift)
      }
      if header.key != nil { samples[bands * x + channels] = isKey ? 0 : 255 }
    }
  }
}
