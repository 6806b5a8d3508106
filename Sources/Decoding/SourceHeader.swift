import CVips
package import Pixels
package import Sources
import VipsLibrary

/// What a source says of itself before any pixel is decoded.
package struct SourceHeader: Sendable {
  package let format: SourceFormat
  /// Stored pixels, before orientation.
  package let width: Int
  package let height: Int
  package let bands: Int
  /// `8-bit`, `16-bit`, `float` and so on.
  package let samples: String
  package let bytesPerSample: Int
  package let color: ColorKind
  package let hasAlpha: Bool
  package let orientation: Orientation
  package let hasProfile: Bool
  /// Whether the decoder must hold the whole picture: it does not come in rows.
  package let isHeldWhole: Bool

  /// What our own readers have found in a file of rows.
  ///
  /// - Parameters:
  ///   - format: of the file.
  ///   - width: of the stored rows, in pixels.
  ///   - height: rows.
  ///   - bands: 1 and 3 for gray and RGB, one more with alpha.
  ///   - bytesPerSample: 1 or 2.
  ///   - orientation: how the picture is to be turned.
  ///   - hasProfile: whether a profile tells its colors.
  package init(
    rowsOf format: SourceFormat, width: Int, height: Int, bands: Int, bytesPerSample: Int,
    orientation: Orientation, hasProfile: Bool
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.bands = bands
    self.bytesPerSample = bytesPerSample
    self.orientation = orientation
    self.hasProfile = hasProfile
    let isWide = bytesPerSample == 2
    samples = isWide ? "16-bit" : "8-bit"
    color = bands < 3 ? isWide ? .deepGray : .gray : isWide ? .deepRGB : .rgb
    hasAlpha = bands % 2 == 0
    isHeldWhole = false
  }

  /// Whether another reader of the same file has found the same rows.
  ///
  /// - Parameter other: what that has found.
  /// - Returns: whether their pixels are the same.
  package func agrees(with other: SourceHeader) -> Bool {
    width == other.width && height == other.height && bands == other.bands
      && bytesPerSample == other.bytesPerSample && color == other.color
      && hasAlpha == other.hasAlpha
  }

  init(_ picture: VipsPicture, format: SourceFormat) {
    self.format = format
    width = picture.width
    height = picture.height
    bands = picture.isPackedLab ? 3 : picture.bands
    (samples, bytesPerSample) = Self.samples(picture.format)
    color = Self.color(picture.space)
    hasAlpha = picture.hasAlpha && !ColorConversion.leavesBandsOut(picture)
    orientation = Orientation(exif: picture.orientation) ?? .upright
    hasProfile = picture.has("icc-profile-data")
    isHeldWhole =
      switch format {
      case .webp, .gif, .heif, .avif: true
      case .png, .jpeg:
        (picture.integer("interlaced") ?? picture.integer("jpeg-multiscan") ?? 0) != 0
      case .tiff, .jpeg2000, .svg, .pdf, .cbz, .djvu: false
      }
  }

  private static func samples(_ format: VipsBandFormat) -> (String, Int) {
    switch format {
    case VIPS_FORMAT_UCHAR: ("8-bit", 1)
    case VIPS_FORMAT_CHAR: ("8-bit signed", 1)
    case VIPS_FORMAT_USHORT: ("16-bit", 2)
    case VIPS_FORMAT_SHORT: ("16-bit signed", 2)
    case VIPS_FORMAT_UINT: ("32-bit", 4)
    case VIPS_FORMAT_INT: ("32-bit signed", 4)
    case VIPS_FORMAT_FLOAT: ("float", 4)
    case VIPS_FORMAT_DOUBLE: ("double", 8)
    default: ("complex", 16)
    }
  }

  private static func color(_ space: VipsInterpretation) -> ColorKind {
    switch space {
    case VIPS_INTERPRETATION_B_W: .gray
    case VIPS_INTERPRETATION_GREY16: .deepGray
    case VIPS_INTERPRETATION_sRGB: .rgb
    case VIPS_INTERPRETATION_RGB: .rgb
    case VIPS_INTERPRETATION_RGB16: .deepRGB
    case VIPS_INTERPRETATION_scRGB: .linearRGB
    case VIPS_INTERPRETATION_CMYK: .cmyk
    case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ: .lab
    default: .manyBands
    }
  }
}
