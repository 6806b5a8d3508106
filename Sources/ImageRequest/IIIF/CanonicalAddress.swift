import TileGeometry

extension ImagePlan {
  /// The one address among all that mean this picture, from its region on.
  package func canonicalPath(
    _ version: IIIFVersion, in shape: ImageShape, limits: RequestLimits
  ) -> String {
    let whole = PixelRect(x: 0, y: 0, width: shape.size.width, height: shape.size.height)
    let part =
      region == whole ? "full" : "\(region.x),\(region.y),\(region.width),\(region.height)"
    let turn = (isMirrored ? "!" : "") + JSONText.number(rotation.degrees)
    let name: String =
      switch quality {
      case .color: "default"
      case .gray: "gray"
      case .bitonal: "bitonal"
      }
    return
      "\(part)/\(canonicalSize(version, shape, limits))/\(turn)/\(name).\(format.fileExtension)"
  }

  private func canonicalSize(
    _ version: IIIFVersion, _ shape: ImageShape, _ limits: RequestLimits
  ) -> String {
    func means(_ form: IIIFSize.Form, enlarging: Bool) -> Bool {
      let candidate = IIIFSize(form, mayEnlarge: enlarging)
      return (try? candidate.resolved(for: region, version, shape, limits)) == size
    }
    switch version {
    case .three:
      if means(.largest, enlarging: false) { return "max" }
      if means(.largest, enlarging: true) { return "^max" }
      let isEnlarged = size.width > region.width || size.height > region.height
      return "\(isEnlarged ? "^" : "")\(size.width),\(size.height)"
    case .two:
      if size.width == region.width, size.height == region.height { return "full" }
      let keepsProportions = means(.width(size.width), enlarging: true)
      return keepsProportions ? "\(size.width)," : "\(size.width),\(size.height)"
    }
  }
}
