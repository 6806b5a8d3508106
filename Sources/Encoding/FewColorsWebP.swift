/// WebP that keeps every pixel, of pictures of few colors: text and drawings mostly are.
///
/// libwebp looks for the best of many ways to write one; for such pictures there are two good ones, by
/// how many colors they have, and to write one of them takes a third of the time.
final class FewColorsWebP {
  private let repetitions: Repetitions

  /// Pixels of a picture at most: what is kept of each meanwhile is some eight bytes.
  static let mostPixels = 1 << 20
  /// Pixels on a side of any WebP at most.
  private static let longestSide = 1 << sideBits

  /// - Parameter pixels: of a picture, at most.
  init(pixels: Int) { repetitions = Repetitions(room: min(pixels, Self.mostPixels)) }

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - pixels: red, green, blue and a byte of no meaning each.
  ///   - stride: bytes from a row to the next.
  ///   - width: in pixels.
  ///   - height: in pixels.
  /// - Returns: the file; nil for a picture of more colors, and one that is too large.
  func encode(
    _ pixels: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int
  ) -> [UInt8]? {
    guard width * height <= repetitions.room, max(width, height) <= Self.longestSide,
      let picture = unsafe NumberedColors(pixels, stride: stride, width: width, height: height)
    else { return nil }
    var bits = WebPBits()
    bits.put(Self.signature, 8)
    bits.put(UInt32(width - 1), Self.sideBits)
    bits.put(UInt32(height - 1), Self.sideBits)
    // Nothing shines through, and there is one version.
    bits.put(0, 1 + 3)
    if let few = FewColors(picture, width: width, height: height) {
      // Colors are told by their numbers, and nothing else is done to them.
      bits.put(1, 1)
      bits.put(Self.byNumbers, 2)
      bits.put(UInt32(few.colors.count - 1), 8)
      Self.put(colors: few.colors, to: &bits)
      bits.put(0, 1)
      put(few, of: picture, width: width, to: &bits)
    } else {
      bits.put(0, 1)
      put(picture, width: width, to: &bits)
    }
    return Self.file(bits.bytes)
  }

  private static let signature: UInt32 = 0x2F
  private static let sideBits = 14
  private static let byNumbers: UInt32 = 3

  /// Each as what it is more than the one before.
  private static func put(colors: [UInt32], to bits: inout WebPBits) {
    var last: UInt32 = 0
    let steps = colors.map { color in
      defer { last = color }
      return [8, 16, 0, 24].map { shift in
        Int(UInt8(truncatingIfNeeded: color >> shift) &- UInt8(truncatingIfNeeded: last >> shift))
      }
    }
    let codes = (0..<4).map { channel in
      var counts = [UInt32](repeating: 0, count: channel == 0 ? 256 + RepetitionCodes.lengths : 256)
      for step in steps { counts[step[channel]] += 1 }
      return PrefixCode(counts)
    }
    // No colors are kept to be told once more.
    bits.put(0, 1)
    for code in codes { code.describe(to: &bits) }
    nothing.describe(to: &bits)
    for step in steps {
      for (channel, code) in codes.enumerated() { code.put(step[channel], to: &bits) }
    }
  }

  /// The code of what never occurs, or is always the same.
  private static func only(_ symbol: Int, of count: Int) -> PrefixCode {
    var counts = [UInt32](repeating: 0, count: count)
    counts[symbol] = 1
    return PrefixCode(counts)
  }

  private static let nothing = only(0, of: RepetitionCodes.distances)
  private static let noColor = only(0, of: 256)
  private static let whole = only(255, of: 256)

  private func put(
    _ few: FewColors, of picture: NumberedColors, width: Int, to bits: inout WebPBits
  ) {
    // Of one color nothing is to be told.
    guard few.colors.count > 1 else { return put([], width: width, to: &bits) { $0 } }
    if let packed = few.packed {
      let pieces = repetitions.pieces(of: packed.places, width: packed.width)
      put(pieces, width: packed.width, to: &bits) { $0 }
    } else {
      let pieces = repetitions.pieces(of: picture.numbers, width: width)
      put(pieces, width: width, to: &bits) { Int(few.ofNumbers[$0]) }
    }
  }

  private func put(
    _ pieces: [Repetitions.Piece], width: Int, to bits: inout WebPBits,
    place: (_ symbol: Int) -> Int
  ) {
    var counts = RepetitionCodes.Counts(width: width)
    if pieces.isEmpty { counts.symbols[0] = 1 }
    for piece in pieces {
      if piece.distance > 0 {
        counts.add(piece)
      } else {
        counts.symbols[place(Int(piece.value))] += 1
      }
    }
    let codes = counts.codes
    // No colors are kept to be told once more, and one set of codes is for all of it.
    bits.put(0, 2)
    for code in [codes.symbols, Self.noColor, Self.noColor, Self.whole, codes.distances] {
      code.describe(to: &bits)
    }
    for piece in pieces {
      if piece.distance > 0 {
        codes.put(piece, to: &bits)
      } else {
        codes.symbols.put(place(Int(piece.value)), to: &bits)
      }
    }
  }

  private func put(_ picture: NumberedColors, width: Int, to bits: inout WebPBits) {
    let kept = KeptColors(picture, repetitions.pieces(of: picture.numbers, width: width))
    var counts = RepetitionCodes.Counts(more: 1 << KeptColors.bits, width: width)
    var others = [[UInt32]](repeating: [UInt32](repeating: 0, count: 256), count: 2)
    for (piece, place) in zip(kept.pieces, kept.places) {
      if piece.distance > 0 {
        counts.add(piece)
      } else if let place {
        counts.symbols[Self.firstKept + Int(place)] += 1
      } else {
        let color = picture.colors[Int(piece.value)]
        counts.symbols[Int(color >> 8 & 0xFF)] += 1
        others[0][Int(color >> 16 & 0xFF)] += 1
        others[1][Int(color & 0xFF)] += 1
      }
    }
    let (codes, red, blue) = (counts.codes, PrefixCode(others[0]), PrefixCode(others[1]))
    bits.put(1, 1)
    bits.put(UInt32(KeptColors.bits), 4)
    // One set of codes is for all of it.
    bits.put(0, 1)
    for code in [codes.symbols, red, blue, Self.whole, codes.distances] {
      code.describe(to: &bits)
    }
    for (piece, place) in zip(kept.pieces, kept.places) {
      if piece.distance > 0 {
        codes.put(piece, to: &bits)
      } else if let place {
        codes.symbols.put(Self.firstKept + Int(place), to: &bits)
      } else {
        let color = picture.colors[Int(piece.value)]
        codes.symbols.put(Int(color >> 8 & 0xFF), to: &bits)
        red.put(Int(color >> 16 & 0xFF), to: &bits)
        blue.put(Int(color & 0xFF), to: &bits)
      }
    }
  }

  private static let firstKept = 256 + RepetitionCodes.lengths

  private static func file(_ data: [UInt8]) -> [UInt8] {
    func length(_ count: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }
    let padding = data.count % 2
    return Array("RIFF".utf8) + length(4 + 8 + data.count + padding) + Array("WEBPVP8L".utf8)
      + length(data.count) + data + [UInt8](repeating: 0, count: padding)
  }
}
