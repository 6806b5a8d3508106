import CVips
import CodecErrors
import VipsLibrary

/// From whatever a source holds to 8 bits a sample: sRGB or grey, with or without alpha.
struct ColorConversion {
  let keepingProfile: Bool

  /// Converts a picture.
  ///
  /// - Parameters:
  ///   - picture: as it was opened.
  ///   - reopen: opens the source once more, for formats whose range only its pixels tell.
  /// - Returns: the picture as tiles can have it.
  /// - Throws: what libvips says against it.
  func apply(
    to picture: VipsPicture, reopen: () throws(CodecError) -> VipsPicture
  ) throws(CodecError) -> VipsPicture {
    var picture = try knownBands(picture)
    if needsScaling(picture) { picture = try scaled(picture, reopen: reopen) }
    // Lab is a colour space of its own: a profile beside it says nothing more.
    let isLab = picture.isPackedLab || picture.space == VIPS_INTERPRETATION_LAB
    let hasProfile = !isLab && picture.has("icc-profile-data")
    if keepingProfile, hasProfile, picture.space != VIPS_INTERPRETATION_CMYK {
      return try eightBits(picture)
    }
    if hasProfile || picture.space == VIPS_INTERPRETATION_CMYK {
      let fallback = picture.space == VIPS_INTERPRETATION_CMYK ? "cmyk" : "srgb"
      let source = picture
      if let converted = unsafe try? source.then({ table, image, out in
        unsafe pyramidion_vips_to_srgb(table, image, fallback, &out)
      }) {
        return try eightBits(converted)
      }
      // A profile that fits the pixels badly is no reason to show nothing: libvips' own space is
      // taken, as for files without one. inspect warns of it.
      picture.vips.forgetWords()
    }
    let space =
      picture.bands < 3 && !isLab ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
    if picture.space == VIPS_INTERPRETATION_GREY16 {
      // libvips would go by way of linear light, and come back one off in a third of all grays.
      let narrow = try eightBits(picture)
      picture = unsafe try narrow.then { table, image, out in
        unsafe pyramidion_vips_copy_as(table, image, space, &out)
      }
    } else if picture.space != space {
      picture = unsafe try picture.then { table, image, out in
        unsafe pyramidion_vips_colourspace(table, image, space, &out)
      }
    }
    return try eightBits(picture)
  }

  static func leavesBandsOut(_ picture: VipsPicture) -> Bool {
    let most = picture.space == VIPS_INTERPRETATION_CMYK ? 5 : 4
    return picture.bands > most || picture.space == VIPS_INTERPRETATION_MULTIBAND
  }

  /// Bands beyond what the colour space has, alpha apart, hold no colour.
  private func knownBands(_ picture: VipsPicture) throws(CodecError) -> VipsPicture {
    guard Self.leavesBandsOut(picture) else { return picture }
    let kept = picture.bands >= 3 ? 3 : 1
    let cut = unsafe try picture.then { table, image, out in
      unsafe pyramidion_vips_bands(table, image, 0, Int32(kept), &out)
    }
    let wide = cut.format == VIPS_FORMAT_USHORT
    let space =
      kept == 3
      ? (wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB)
      : (wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
    return unsafe try cut.then { table, image, out in
      unsafe pyramidion_vips_copy_as(table, image, space, &out)
    }
  }

  /// Whether the numbers have no agreed white: signed and 32-bit whole numbers, and floats.
  private func needsScaling(_ picture: VipsPicture) -> Bool {
    switch picture.space {
    case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ,
      VIPS_INTERPRETATION_XYZ:
      return false
    default: break
    }
    switch picture.format {
    case VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT: return false
    default: return true
    }
  }

  /// Moves the numbers to 0...255.
  ///
  /// Floats between 0 and 1 are taken at their word: colour as linear light, as libvips has it,
  /// grey as it is. Everything else is stretched from its smallest number to its largest. Alpha
  /// goes its own way: full is what its type holds, for floats 1, or the largest when that is more.
  private func scaled(
    _ picture: VipsPicture, reopen: () throws(CodecError) -> VipsPicture
  ) throws(CodecError) -> VipsPicture {
    let colors = picture.bands - (picture.hasAlpha ? 1 : 0)
    let least = try extreme("min", of: try reopen(), bands: 0..<colors)
    let most = try extreme("max", of: try reopen(), bands: 0..<colors)
    let isFloat = picture.format == VIPS_FORMAT_FLOAT || picture.format == VIPS_FORMAT_DOUBLE
    let isNominal = isFloat && least >= 0 && most <= 1.0001
    let isLinear = isNominal && picture.space == VIPS_INTERPRETATION_scRGB
    if isLinear, !picture.hasAlpha { return picture }
    let floor = isNominal ? 0 : least
    let range = isNominal ? 1 : most - least
    let factor = isLinear ? 1 : range > 0 && range.isFinite ? 255 / range : 0
    var factors = [Double](repeating: factor, count: colors)
    var offsets = [Double](repeating: -floor * factor, count: colors)
    if picture.hasAlpha {
      factors.append(255 / (try fullOpacity(of: picture, reopen)))
      offsets.append(0)
    }
    let stretched = unsafe try picture.then { table, image, out in
      unsafe pyramidion_vips_linear(
        table, image, factors, offsets, Int32(factors.count), !isLinear, &out)
    }
    if isLinear { return stretched }
    let space = colors < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
    return unsafe try stretched.then { table, image, out in
      unsafe pyramidion_vips_copy_as(table, image, space, &out)
    }
  }

  /// The alpha of a pixel that hides what is behind it.
  private func fullOpacity(
    of picture: VipsPicture, _ reopen: () throws(CodecError) -> VipsPicture
  ) throws(CodecError) -> Double {
    switch picture.format {
    case VIPS_FORMAT_CHAR: return Double(Int8.max)
    case VIPS_FORMAT_SHORT: return Double(Int16.max)
    case VIPS_FORMAT_INT: return Double(Int32.max)
    case VIPS_FORMAT_UINT: return Double(UInt32.max)
    default:
      let last = picture.bands - 1
      let most = try extreme("max", of: try reopen(), bands: last..<picture.bands)
      return most.isFinite ? max(1, most) : 1
    }
  }

  private func extreme(
    _ which: String, of picture: VipsPicture, bands: Range<Int>
  ) throws(CodecError) -> Double {
    let chosen = unsafe try picture.then { table, image, out in
      unsafe pyramidion_vips_bands(
        table, image, Int32(bands.lowerBound), Int32(bands.count), &out)
    }
    var value = 0.0
    chosen.vips.forgetWords()
    let result = unsafe pyramidion_vips_extreme(chosen.vips.table, which, chosen.image, &value)
    guard result == 0 else {
      throw chosen.vips.failure(file: chosen.file, coder: chosen.coder)
    }
    return value
  }

  private func eightBits(_ picture: VipsPicture) throws(CodecError) -> VipsPicture {
    guard picture.format != VIPS_FORMAT_UCHAR else { return picture }
    let wide = picture.format == VIPS_FORMAT_USHORT
    return unsafe try picture.then { table, image, out in
      unsafe pyramidion_vips_cast(table, image, VIPS_FORMAT_UCHAR, wide, &out)
    }
  }
}
