import CJPEG
package import Pixels
import PyramidFormat
package import TileGeometry

/// What a JPEG file says of itself before its first scan.
package struct JPEGHeader: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package let color: ColorKind
  package let components: Int
  package let isProgressive: Bool
  package let orientation: Orientation
  /// Luma samples for each chroma sample; nil where the planes are not luma alone, or luma and two
  /// like chroma planes in whole steps.
  let ratio: ChromaSampling?
  let lumaSampling: (across: Int, down: Int)

  init(_ decoder: UnsafeMutablePointer<pyramidion_jpeg_decoder>) {
    width = unsafe Int(decoder.pointee.base.image_width)
    height = unsafe Int(decoder.pointee.base.image_height)
    components = unsafe Int(decoder.pointee.base.num_components)
    isProgressive = unsafe decoder.pointee.base.progressive_mode != 0
    color =
      switch unsafe decoder.pointee.base.jpeg_color_space {
      case JCS_GRAYSCALE: .gray
      case JCS_YCbCr: .yCbCr
      case JCS_RGB: .rgb
      case JCS_CMYK: .cmyk
      case JCS_YCCK: .ycck
      default: .unknown
      }
    let sampling = (0..<Int32(components)).map { index in
      (
        across: Int(unsafe pyramidion_jpeg_decoder_component_h(decoder, index)),
        down: Int(unsafe pyramidion_jpeg_decoder_component_v(decoder, index))
      )
    }
    lumaSampling = sampling.first ?? (1, 1)
    ratio = Self.ratio(sampling)
    var length: UInt32 = 0
    if let exif = unsafe pyramidion_jpeg_decoder_exif(decoder, &length) {
      let block = unsafe Array(UnsafeBufferPointer(start: exif, count: Int(length)))
      orientation =
        OrientationTag.value(in: block.span).flatMap(Orientation.init(exif:)) ?? .upright
    } else {
      orientation = .upright
    }
  }

  private static func ratio(_ sampling: [(across: Int, down: Int)]) -> ChromaSampling? {
    guard let luma = sampling.first else { return nil }
    if sampling.count == 1 { return .full }
    guard sampling.count == 3, sampling[1] == sampling[2] else { return nil }
    let chroma = sampling[1]
    guard luma.across % chroma.across == 0, luma.down % chroma.down == 0 else { return nil }
    return ChromaSampling(across: luma.across / chroma.across, down: luma.down / chroma.down)
  }

  package static func == (left: JPEGHeader, right: JPEGHeader) -> Bool {
    left.width == right.width && left.height == right.height && left.color == right.color
      && left.chroma == right.chroma && left.orientation == right.orientation
      && left.isProgressive == right.isProgressive
  }

  /// How the chroma is sampled; nil where there is none.
  package var chroma: ChromaSampling? { components > 1 ? ratio : nil }

  /// The layout in which the file's planes can be cut as they are, or averaged to.
  ///
  /// - Returns: nil when pixels must be made first: other colours, rare samplings, or mirrored
  /// sides of odd length, where the pairs of the picture are not the pairs of the file.
  package func planeLayout(for chroma: ChromaSampling) -> PixelLayout? {
    guard let ratio, lumaSampling.down <= 2 else { return nil }
    switch color {
    case .gray:
      return .gray
    case .yCbCr:
      guard chroma == .full || chroma == .quartered,
        ratio.across <= chroma.across, ratio.down <= chroma.down
      else { return nil }
      if chroma == .quartered {
        if orientation.mirrorsColumns && width % 2 == 1 { return nil }
        if orientation.mirrorsRows && height % 2 == 1 { return nil }
      }
      return .yCbCr(chroma)
    case .deepGray, .rgb, .deepRGB, .linearRGB, .cmyk, .ycck, .lab, .manyBands, .unknown:
      return nil
    }
  }

  /// The layout in which its planes are told as they are stored; nil where they are not luma, or luma
  /// and chroma.
  package var layoutAsStored: PixelLayout? {
    guard let ratio else { return nil }
    return switch color {
    case .gray: .gray
    case .yCbCr: .yCbCr(ratio)
    case .deepGray, .rgb, .deepRGB, .linearRGB, .cmyk, .ycck, .lab, .manyBands, .unknown: nil
    }
  }

  /// What libjpeg holds while it decodes: a progressive file's coefficients, 16 bits a sample.
  package var decoderBytes: Int {
    guard isProgressive else { return width * 64 }
    let chroma = ratio.map { 2 * width * height / ($0.across * $0.down) } ?? 0
    return 2 * (width * height + (components == 3 ? chroma : (components - 1) * width * height))
  }
}
