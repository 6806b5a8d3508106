import CJPEG

/// What a JPEG file says of itself before its first scan.
package struct JPEGHeader: Equatable, Sendable {
  package enum Color: String, Sendable {
    case gray = "grey"
    case yCbCr = "YCbCr"
    case rgb = "RGB"
    case cmyk = "CMYK"
    case ycck = "YCCK"
    case unknown
  }

  package let width: Int
  package let height: Int
  package let color: Color
  package let components: Int
  package let isProgressive: Bool
  package let orientation: Orientation
  /// Luma samples for each chroma sample, across and down; nil where the planes are not luma and
  /// two like chroma planes in whole steps.
  let ratio: (across: Int, down: Int)?
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
      orientation = Orientation(exifBlock: block.span) ?? .upright
    } else {
      orientation = .upright
    }
  }

  private static func ratio(_ sampling: [(across: Int, down: Int)]) -> (across: Int, down: Int)? {
    guard let luma = sampling.first else { return nil }
    if sampling.count == 1 { return (1, 1) }
    guard sampling.count == 3, sampling[1] == sampling[2] else { return nil }
    let chroma = sampling[1]
    guard luma.across % chroma.across == 0, luma.down % chroma.down == 0 else { return nil }
    return (luma.across / chroma.across, luma.down / chroma.down)
  }

  package static func == (left: JPEGHeader, right: JPEGHeader) -> Bool {
    left.width == right.width && left.height == right.height && left.color == right.color
      && left.subsampling == right.subsampling && left.orientation == right.orientation
      && left.isProgressive == right.isProgressive
  }

  /// The usual name of the subsampling, such as `4:2:0`.
  package var subsampling: String? {
    guard components > 1, let ratio else { return nil }
    return switch (ratio.across, ratio.down) {
    case (1, 1): "4:4:4"
    case (2, 1): "4:2:2"
    case (2, 2): "4:2:0"
    case (1, 2): "4:4:0"
    case (4, 1): "4:1:1"
    default: "\(ratio.across)x\(ratio.down)"
    }
  }

  /// The layout in which the file's planes can be cut as they are, or averaged to.
  ///
  /// - Returns: nil when pixels must be made first: other colours, rare samplings, or mirrored
  /// sides of odd length, where the pairs of the picture are not the pairs of the file.
  package func planeLayout(for chroma: ChromaSubsampling) -> PixelLayout? {
    guard let ratio, lumaSampling.down <= 2 else { return nil }
    switch color {
    case .gray:
      return .gray
    case .yCbCr:
      let most = chroma == .half ? 2 : 1
      guard ratio.across <= most, ratio.down <= most else { return nil }
      if chroma == .half {
        if orientation.mirrorsColumns && width % 2 == 1 { return nil }
        if orientation.mirrorsRows && height % 2 == 1 { return nil }
      }
      return .yCbCr(chroma)
    case .rgb, .cmyk, .ycck, .unknown:
      return nil
    }
  }

  /// What libjpeg holds while it decodes: a progressive file's coefficients, 16 bits a sample.
  package var decoderBytes: Int {
    guard isProgressive else { return width * 64 }
    let chroma = ratio.map { 2 * width * height / ($0.across * $0.down) } ?? 0
    return 2 * (width * height + (components == 3 ? chroma : (components - 1) * width * height))
  }
}
