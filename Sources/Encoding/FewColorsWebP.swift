/// WebP that keeps every pixel, of pictures of few colors: text and drawings mostly are.
///
/// libwebp looks for the best of many ways to write one; for such pictures there are two good ones, by
/// how many colors they have, and to write one of them takes a third of the time.
final class FewColorsWebP {
  private let picture: NumberedColors
  private let repetitions: Repetitions

  /// Pixels of a picture at most: what is kept of each meanwhile is some ten bytes.
  static let mostPixels = 1 << 20
  /// Pixels on a side of any WebP at most.
  private static let longestSide = 1 << sideBits

  /// - Parameter pixels: of a picture, at most.
  init(pixels: Int) {
    let room = min(pixels, Self.mostPixels)
    picture = NumberedColors(room: room)
    repetitions = Repetitions(room: room)
  }

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
    guard width * height <= picture.room, max(width, height) <= Self.longestSide,
      unsafe picture.take(pixels, stride: stride, width: width, height: height)
    else { return nil }
    let colors = picture.colors
    var bits = WebPBits()
    bits.put(Self.signature, 8)
    bits.put(UInt64(width - 1), Self.sideBits)
    bits.put(UInt64(height - 1), Self.sideBits)
    // Nothing shines through, and there is one version.
    bits.put(0, 1 + 3)
    if let few = FewColors(colors) {
      // Colors are told by their numbers, and nothing else is done to them.
      bits.put(1, 1)
      bits.put(Self.byNumbers, 2)
      bits.put(UInt64(few.colors.count - 1), 8)
      Self.put(colors: few.colors, to: &bits)
      bits.put(0, 1)
      put(few, width: width, height: height, to: &bits)
    } else {
      bits.put(0, 1)
      put(colors, width: width, to: &bits)
    }
    return Self.file(bits)
  }

  private static let signature: UInt64 = 0x2F
  private static let sideBits = 14
  private static let byNumbers: UInt64 = 3

  /// Each as what it is more than the one before.
  private static func put(colors: [UInt32], to bits: inout WebPBits) {
    // A byte of each channel.
    var last: UInt32 = 0
    let steps = colors.map { color in
      defer { last = color }
      let borrowed = color | 0x8080_8080
      return (borrowed &- (last & 0x7F7F_7F7F)) ^ (color ^ ~last) & 0x8080_8080
    }
    let channels: [UInt32] = [8, 16, 0, 24]
    let codes = channels.map { shift in
      var counts = [UInt32](repeating: 0, count: shift == 8 ? 256 + RepetitionCodes.lengths : 256)
      for step in steps { counts[Int(step >> shift & 0xFF)] += 1 }
      return PrefixCode(counts)
    }
    // No colors are kept to be told once more.
    bits.put(0, 1)
    for code in codes { code.describe(to: &bits) }
    nothing.describe(to: &bits)
    for step in steps {
      for (shift, code) in zip(channels, codes) { code.put(Int(step >> shift & 0xFF), to: &bits) }
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

  private func put(_ few: FewColors, width: Int, height: Int, to bits: inout WebPBits) {
    // Of one color nothing is to be told.
    guard few.colors.count > 1 else {
      let none = unsafe UnsafeMutableBufferPointer<Repetitions.Piece>(start: nil, count: 0)
      return unsafe put(none, width: width, places: nil, to: &bits)
    }
    if let packed = few.packed(picture, width: width, height: height) {
      unsafe packed.places.withUnsafeBufferPointer { places in
        let pieces = unsafe repetitions.pieces(of: places, width: packed.width)
        unsafe put(pieces, width: packed.width, places: nil, to: &bits)
      }
    } else {
      let pieces = unsafe repetitions.pieces(of: picture.all, width: width)
      unsafe put(pieces, width: width, places: few.ofNumbers, to: &bits)
    }
  }

  /// Writes the pixels of a picture of no more than 256 colors.
  ///
  /// - Parameters:
  ///   - pieces: what it is made of.
  ///   - width: in symbols.
  ///   - places: what symbols are told as; nil for what they are.
  ///   - bits: where they go.
  private func put(
    _ pieces: UnsafeMutableBufferPointer<Repetitions.Piece>, width: Int, places: [UInt8]?,
    to bits: inout WebPBits
  ) {
    var counts = RepetitionCodes.Counts(NearPlaces(width: width))
    if pieces.isEmpty { counts.symbols[0] = 1 }
    for index in pieces.indices {
      let piece = unsafe pieces[index]
      if piece.distance > 0 {
        counts.add(piece)
      } else if let places {
        let place = places[Int(piece.value)]
        unsafe pieces[index].value = Int32(place)
        counts.symbols[Int(place)] += 1
      } else {
        counts.symbols[Int(piece.value)] += 1
      }
    }
    let codes = counts.codes
    // No colors are kept to be told once more, and one set of codes is for all of it.
    bits.put(0, 2)
    for code in [codes.symbols, Self.noColor, Self.noColor, Self.whole, codes.distances] {
      code.describe(to: &bits)
    }
    for index in pieces.indices {
      let piece = unsafe pieces[index]
      if piece.distance > 0 {
        codes.put(piece, to: &bits)
      } else {
        codes.symbols.put(Int(piece.value), to: &bits)
      }
    }
  }

  private func put(_ colors: [UInt32], width: Int, to bits: inout WebPBits) {
    let pieces = unsafe repetitions.pieces(of: picture.all, width: width)
    unsafe KeptColors.find(in: pieces, of: picture, colors)
    var counts = RepetitionCodes.Counts(more: 1 << KeptColors.bits, NearPlaces(width: width))
    var others = (
      red: [UInt32](repeating: 0, count: 256), blue: [UInt32](repeating: 0, count: 256)
    )
    for index in pieces.indices {
      let piece = unsafe pieces[index]
      switch piece.distance {
      case KeptColors.kept: counts.symbols[Self.firstKept + Int(piece.value)] += 1
      case 0:
        let color = colors[Int(piece.value)]
        counts.symbols[Int(color >> 8 & 0xFF)] += 1
        others.red[Int(color >> 16 & 0xFF)] += 1
        others.blue[Int(color & 0xFF)] += 1
      default: counts.add(piece)
      }
    }
    let (codes, red, blue) = (counts.codes, PrefixCode(others.red), PrefixCode(others.blue))
    bits.put(1, 1)
    bits.put(UInt64(KeptColors.bits), 4)
    // One set of codes is for all of it.
    bits.put(0, 1)
    for code in [codes.symbols, red, blue, Self.whole, codes.distances] {
      code.describe(to: &bits)
    }
    for index in pieces.indices {
      let piece = unsafe pieces[index]
      switch piece.distance {
      case KeptColors.kept: codes.symbols.put(Self.firstKept + Int(piece.value), to: &bits)
      case 0:
        let color = colors[Int(piece.value)]
        codes.symbols.put(Int(color >> 8 & 0xFF), to: &bits)
        red.put(Int(color >> 16 & 0xFF), to: &bits)
        blue.put(Int(color & 0xFF), to: &bits)
      default: codes.put(piece, to: &bits)
      }
    }
  }

  private static let firstKept = 256 + RepetitionCodes.lengths

  private static func file(_ bits: borrowing WebPBits) -> [UInt8] {
    func length(_ count: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }
    let count = bits.length
    let padding = count % 2
    var file: [UInt8] = []
    file.reserveCapacity(20 + count + padding)
    file += Array("RIFF".utf8) + length(4 + 8 + count + padding) + Array("WEBPVP8L".utf8)
    file += length(count)
    bits.append(to: &file)
    if padding > 0 { file.append(0) }
    return file
  }
}
