import Inflating

/// What stands before a PNG's pixels, as far as they cannot be read without it.
package struct PNGHeader: Sendable {
  /// What a sample means (PNG, 11.2.2).
  enum Color: UInt8 {
    case gray = 0, rgb = 2, palette = 3, grayAlpha = 4, rgbAlpha = 6

    /// Samples of a stored pixel.
    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    }

    func canHave(depth: Int) -> Bool {
      switch self {
      case .gray: [1, 2, 4, 8, 16].contains(depth)
      case .palette: [1, 2, 4, 8].contains(depth)
      case .rgb, .grayAlpha, .rgbAlpha: [8, 16].contains(depth)
      }
    }
  }

  package let width: Int
  package let height: Int
  let color: Color
  /// Bits of a stored sample.
  let depth: Int
  /// Red, green, blue and alpha of each entry.
  private(set) var palette: [SIMD4<UInt8>] = []
  /// The color that is not seen; nil where there is none.
  private(set) var key: SIMD4<UInt16>?

  /// Before the pixels, bytes beyond which no search goes on.
  private static let longestHead = 1 << 26

  /// Reads a file's head.
  ///
  /// - Parameter read: reads the file.
  /// - Throws: ``PackedIrregular`` where it is not to be read here, or what the file says.
  package init(of read: @escaping FileWindow.Read) throws {
    try self.init(PNGChunks(read))
  }

  /// Reads on to the first chunk of pixels, which is begun then.
  ///
  /// - Parameter chunks: of the file, of which none was begun.
  /// - Throws: ``PackedIrregular`` where they are not to be read here, or what the file says.
  init(_ chunks: PNGChunks) throws {
    try chunks.begin()
    guard chunks.name == .header else { throw PackedIrregular("no header") }
    let bytes = try chunks.contents(most: 13)
    guard bytes.count == 13 else { throw PackedIrregular("a header of another length") }
    let number = { (place: Int) in bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (number(0), number(4))
    depth = Int(bytes[8])
    guard (1..<1 << 31).contains(width), (1..<1 << 31).contains(height),
      let color = Color(rawValue: bytes[9]), color.canHave(depth: depth), bytes[10] == 0,
      bytes[11] == 0
    else { throw PackedIrregular("a header with unknown numbers") }
    guard bytes[12] == 0 else { throw PackedIrregular("it is interlaced") }
    self.color = color
    try readUntilData(chunks)
    guard color != .palette || !palette.isEmpty else { throw PackedIrregular("no palette") }
  }

  private mutating func readUntilData(_ chunks: PNGChunks) throws {
    var transparency: [UInt8]?
    var passed = 0
    while true {
      try chunks.begin()
      passed += chunks.left + 12
      guard passed <= Self.longestHead else { throw PackedIrregular("its head is too long") }
      switch chunks.name {
      case .data: return try take(transparency)
      case .palette where palette.isEmpty && transparency == nil:
        try take(palette: chunks.contents(most: 3 * 256))
      case .transparency where transparency == nil:
        transparency = try chunks.contents(most: 256)
      case .profile:
        hasProfile = true
        chunks.skip()
      case .exif:
        hasEXIF = true
        chunks.skip()
      case .palette, .transparency: throw PackedIrregular("a chunk where it may not be")
      case let name where name.isCritical: throw PackedIrregular("an unknown chunk")
      default: chunks.skip()
      }
    }
  }

  private mutating func take(palette bytes: [UInt8]) throws {
    let colors = bytes.count / 3
    guard bytes.count % 3 == 0, colors > 0, color != .gray, color != .grayAlpha else {
      throw PackedIrregular("a palette of another length")
    }
    // Of other pictures it is a proposal.
    guard color == .palette else { return }
    guard colors <= 1 << depth else { throw PackedIrregular("a palette of another length") }
    palette = (0..<colors).map {
      SIMD4(bytes[3 * $0], bytes[3 * $0 + 1], bytes[3 * $0 + 2], 255)
    }
  }

  private mutating func take(_ transparency: [UInt8]?) throws {
    guard let transparency else { return }
    let samples = stride(from: 0, to: transparency.count & ~1, by: 2).map {
      UInt16(transparency[$0]) << 8 | UInt16(transparency[$0 + 1])
    }
    switch (color, transparency.count) {
    case (.palette, let count) where count > 0 && count <= palette.count:
      for (index, alpha) in transparency.enumerated() { palette[index].w = alpha }
      hasAlphaInPalette = true
    case (.gray, 2): key = SIMD4(samples[0], 0, 0, 0)
    case (.rgb, 6): key = SIMD4(samples[0], samples[1], samples[2], 0)
    default: throw PackedIrregular("transparency of another length")
    }
    // Some decoders leave out the bits that no sample has.
    guard key == nil || samples.allSatisfy({ Int($0) < 1 << depth }) else {
      throw PackedIrregular("a color that no pixel can have")
    }
  }

  private var hasAlphaInPalette = false
  private var hasEXIF = false
  /// Whether a profile tells what its colors are.
  package private(set) var hasProfile = false

  /// Whether nothing is to be known but what is read here: no profile, and no camera that tells how it
  /// was held.
  package var isToldWhole: Bool { !hasProfile && !hasEXIF }

  /// Of a sample that is stored, 1 or 2.
  package var bytesPerSample: Int { depth == 16 ? 2 : 1 }

  /// Samples of a pixel as it is shown.
  package var bands: Int {
    switch color {
    case .palette: hasAlphaInPalette ? 4 : 3
    case .gray, .rgb: color.channels + (key == nil ? 0 : 1)
    case .grayAlpha, .rgbAlpha: color.channels
    }
  }

  /// Bytes of a row as it is stored, without its filter.
  var rowBytes: Int { (width * color.channels * depth + 7) / 8 }

  /// From a byte to the one of the next pixel, as filters count (PNG, 9.2).
  var step: Int { max(1, color.channels * depth / 8) }
}

extension PNGHeader {
  /// Whether a row's bytes are its samples as they are shown.
  var isStoredAsShown: Bool { depth == 8 && color != .palette && key == nil }

  /// A number of a stored row, of as many bits as the file has for one.
  @inline(__always)
  func sample(_ index: Int, of row: Span<UInt8>) -> UInt16 {
    switch depth {
    case 8: return UInt16(row[index])
    case 16: return UInt16(row[2 * index]) << 8 | UInt16(row[2 * index + 1])
    default:
      let bit = index * depth
      let below = row[bit / 8] >> UInt8(8 - depth - bit % 8)
      return UInt16(below & (1 << UInt8(depth) - 1))
    }
  }
}
