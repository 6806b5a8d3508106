import ByteText
import HTTPWire
import TileGeometry

extension ImagePlan {
  /// The one IIIF address among all that mean this picture.
  ///
  /// - Parameters:
  ///   - name: the image's.
  ///   - version: of the API that is spoken.
  ///   - shape: the image's.
  ///   - limits: how large a picture may be; `max` stands for the largest.
  /// - Returns: the address, with a slash at its beginning.
  package func address(
    of name: ImageName, _ version: IIIFVersion, in shape: ImageShape, limits: RequestLimits
  ) -> String {
    var address: [UInt8] = []
    appendAddress(of: name, version, in: shape, limits: limits, to: &address)
    return String(decoding: address, as: UTF8.self)
  }

  /// Appends ``address(of:_:in:limits:)``, without allocation where there is room: it stands in
  /// every answer.
  package func appendAddress(
    of name: ImageName, _ version: IIIFVersion, in shape: ImageShape, limits: RequestLimits,
    to path: inout [UInt8]
  ) {
    path.append(
      iiif: version, of: name,
      region: { appendRegion(shape, to: &$0) },
      size: { appendSize(version, shape, limits, to: &$0) },
      rotation: { appendRotation(to: &$0) },
      file: { appendFile(to: &$0) })
  }

  private func appendRegion(_ shape: ImageShape, to path: inout [UInt8]) {
    if region == PixelRect(x: 0, y: 0, width: shape.size.width, height: shape.size.height) {
      return path.append("full")
    }
    path.append(decimal: region.x)
    path.append(UInt8(ascii: ","))
    path.append(decimal: region.y)
    path.append(UInt8(ascii: ","))
    path.append(decimal: region.width)
    path.append(UInt8(ascii: ","))
    path.append(decimal: region.height)
  }

  private func appendRotation(to path: inout [UInt8]) {
    if isMirrored { path.append(UInt8(ascii: "!")) }
    if rotation == .none {
      path.append(UInt8(ascii: "0"))
    } else {
      path.append(contentsOf: DecimalText.shortest(rotation.degrees).utf8)
    }
  }

  private func appendFile(to path: inout [UInt8]) {
    switch quality {
    case .color: path.append("default.")
    case .gray: path.append("gray.")
    case .bitonal: path.append("bitonal.")
    }
    path.append(format.fileExtension)
  }

  private func appendSize(
    _ version: IIIFVersion, _ shape: ImageShape, _ limits: RequestLimits, to path: inout [UInt8]
  ) {
    func means(_ form: IIIFSize.Form, mayEnlarge: Bool) -> Bool {
      let form = IIIFSize(form, mayEnlarge: mayEnlarge)
      return (try? form.resolved(for: region, version, shape, limits)) == size
    }
    switch version {
    case .three:
      if means(.largest, mayEnlarge: false) { return path.append("max") }
      let isEnlarged = size.width > region.width || size.height > region.height
      if isEnlarged, means(.largest, mayEnlarge: true) { return path.append("^max") }
      if isEnlarged { path.append(UInt8(ascii: "^")) }
      path.append(decimal: size.width)
      path.append(UInt8(ascii: ","))
      path.append(decimal: size.height)
    case .two:
      if size.width == region.width, size.height == region.height { return path.append("full") }
      path.append(decimal: size.width)
      path.append(UInt8(ascii: ","))
      guard !means(.width(size.width), mayEnlarge: true) else { return }
      path.append(decimal: size.height)
    }
  }
}
