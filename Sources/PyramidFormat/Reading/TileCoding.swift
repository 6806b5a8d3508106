/// What a decoder has to know of a tile besides its bytes: little enough to be sent along.
package struct TileCoding: Equatable, Sendable {
  /// In pixels, the padding included.
  package let width: Int
  package let height: Int
  package let compression: TIFFCompression
  package let samplesPerPixel: Int
  package let alpha: TileFacts.Alpha
  /// Whether samples are stored as differences to the sample before them.
  package let hasPredictor: Bool

  /// What is said of a JPEG tile of three colors.
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  package init(jpegOf width: Int, _ height: Int) {
    self.width = width
    self.height = height
    compression = .jpeg
    samplesPerPixel = 3
    alpha = .none
    hasPredictor = false
  }

  package init(_ level: StoredLevel) {
    width = Int(level.tileWidth)
    height = Int(level.tileHeight)
    compression = level.facts.compression
    samplesPerPixel = level.facts.samplesPerPixel
    alpha = level.facts.alpha
    hasPredictor = level.facts.hasPredictor
  }
}

extension TileCoding {
  /// How many numbers it is as ``words``.
  package static let wordCount = 6

  package var words: [UInt32] {
    [
      UInt32(width), UInt32(height), UInt32(compression.rawValue), UInt32(samplesPerPixel),
      UInt32(alpha.rawValue), hasPredictor ? 1 : 0,
    ]
  }

  /// Nil for numbers that no tile has.
  ///
  /// - Parameter words: what ``words`` are; who sent them need not be believed.
  package init?(words: ArraySlice<UInt32>) {
    guard words.count == Self.wordCount else { return nil }
    let sides = 1...UInt32(StoredLevel.tileSideLimit)
    let first = words.startIndex
    guard sides.contains(words[first]), sides.contains(words[first + 1]),
      let compression = UInt16(exactly: words[first + 2]), (1...4).contains(words[first + 3]),
      let alpha = UInt8(exactly: words[first + 4]).flatMap(TileFacts.Alpha.init(rawValue:)),
      words[first + 5] <= 1
    else { return nil }
    width = Int(words[first])
    height = Int(words[first + 1])
    self.compression = TIFFCompression(rawValue: compression)
    samplesPerPixel = Int(words[first + 3])
    self.alpha = alpha
    hasPredictor = words[first + 5] == 1
    guard samplesPerPixel > (alpha == .none ? 0 : 1) else { return nil }
  }
}
