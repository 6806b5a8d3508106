import ByteText
import HTTPWire

/// The four last segments of an IIIF image address, as they came.
package struct IIIFSegments: Hashable, Sendable {
  package let region: ArraySlice<UInt8>
  package let size: ArraySlice<UInt8>
  package let rotation: ArraySlice<UInt8>
  /// `{quality}.{format}`.
  package let file: ArraySlice<UInt8>

  init(
    region: ArraySlice<UInt8>, size: ArraySlice<UInt8>, rotation: ArraySlice<UInt8>,
    file: ArraySlice<UInt8>
  ) {
    self.region = region
    self.size = size
    self.rotation = rotation
    self.file = file
  }

  /// The whole image, upright and in its own colours, as large as fits into a square.
  ///
  /// - Parameter side: of the square, in pixels.
  package init(allWithin side: Int64) {
    self.init(
      region: Array("full".utf8)[...], size: Array("!\(side),\(side)".utf8)[...],
      rotation: Array("0".utf8)[...], file: Array("default.jpg".utf8)[...])
  }

  package func address(_ version: IIIFVersion, of name: ImageName) -> String {
    var address: [UInt8] = []
    address.append(
      iiif: version, of: name, region: { $0 += region }, size: { $0 += size },
      rotation: { $0 += rotation }, file: { $0 += file })
    return String(decoding: address, as: UTF8.self)
  }

  /// Reads them and resolves them for an image.
  package func plan(
    _ version: IIIFVersion, for shape: ImageShape, limits: RequestLimits
  ) throws(RequestProblem) -> ImagePlan {
    let region = try IIIFRegion(Self.decoded(region)).resolved(in: shape.size)
    let turn = try IIIFRotation(Self.decoded(rotation))
    let (quality, format) = try Self.qualityAndFormat(Self.decoded(file))
    let size = try IIIFSize(Self.decoded(size), version).resolved(
      for: region, version, shape, limits)
    // A grey image in grey is the image itself.
    let isOwn = quality != .bitonal && (quality == .color || shape.isGray)
    var plan = ImagePlan(
      region: region, size: size, quality: isOwn ? .color : quality, format: format)
    plan.isMirrored = turn.isMirrored
    plan.rotation = turn.rotation
    return plan
  }

  /// Whether they ask for a whole image in small, whatever its size.
  ///
  /// - Parameters:
  ///   - side: what small is, in pixels.
  ///   - version: by whose rules they are read.
  /// - Returns: false also for what is malformed, and for sizes that depend on the image's.
  package func showAll(within side: Int64, _ version: IIIFVersion) -> Bool {
    guard (try? IIIFRegion(Self.decoded(region))) == .full,
      let size = try? IIIFSize(Self.decoded(size), version)
    else { return false }
    switch size.form {
    case .within(let width, let height), .exact(let width, let height):
      return max(width, height) <= side
    case .width(let given), .height(let given): return given <= side
    case .largest, .unscaled, .percent: return false
    }
  }

  /// Most segments hold nothing that is encoded, and stay what they are.
  private static func decoded(_ segment: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard segment.contains(UInt8(ascii: "%")) else { return segment }
    var bytes: [UInt8] = []
    return bytes.append(percentDecoding: segment) ? bytes[...] : segment
  }

  private static func qualityAndFormat(
    _ file: ArraySlice<UInt8>
  ) throws(RequestProblem) -> (ImageQuality, ImageFormat) {
    guard let (name, ending) = file.nameAndExtension else {
      throw .malformed("'\(file.shown)' is not {quality}.{format}")
    }
    let quality: ImageQuality
    if name.equals("default") || name.equals("color") {
      quality = .color
    } else if name.equals("gray") {
      quality = .gray
    } else if name.equals("bitonal") {
      quality = .bitonal
    } else {
      throw .malformed("the quality '\(name.shown)' is not default, color, gray or bitonal")
    }
    guard let format = ImageFormat(iiifExtension: ending) else {
      throw .malformed("the format '\(ending.shown)' is not jpg, png, webp, avif, gif or tif")
    }
    return (quality, format)
  }
}

extension ImageFormat {
  fileprivate init?(iiifExtension text: ArraySlice<UInt8>) {
    if let format = ImageFormat(tileExtension: text) {
      self = format
    } else if text.equals("gif") {
      self = .gif
    } else if text.equals("tif") {
      self = .tiff
    } else {
      return nil
    }
  }
}
