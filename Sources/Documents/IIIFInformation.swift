import ByteText
package import ImageRequest
import PictureWords
import TileGeometry

extension ImageDocument {
  /// The image's info.json.
  ///
  /// - Parameters:
  ///   - version: of the API that is spoken.
  ///   - base: scheme, host and prefix, without a slash at the end.
  /// - Returns: one line with its end.
  package func information(_ version: IIIFVersion, base: String) -> String {
    let address = ImageLinks(name: name, base: base).service(version)
    var json = JSONWriter()
    json.object { json in
      json.key("@context")
      json.string("\(version.context)")
      json.key(version == .three ? "id" : "@id")
      json.string(address)
      if version == .three {
        json.key("type")
        json.string("ImageService3")
      }
      json.key("protocol")
      json.string("http://iiif.io/api/image")
      json.key("profile")
      switch version {
      case .three: json.string("level2")
      case .two: putProfile2(&json)
      }
      json.key("width")
      json.integer(shape.full.size.width)
      json.key("height")
      json.integer(shape.full.size.height)
      if version == .three { putLimits(&json) }
      putSizesAndTiles(&json)
      if let rights = details.rights.flatMap(RightsStatement.name) {
        json.key(version == .three ? "rights" : "license")
        json.string(rights)
      }
      if version == .three { putExtras3(&json) }
    }
    return json.text + "\n"
  }

  private func putLimits(_ json: inout JSONWriter) {
    json.key("maxWidth")
    json.integer(limits.maximumWidth)
    json.key("maxHeight")
    json.integer(limits.maximumHeight)
    json.key("maxArea")
    json.integer(limits.maximumArea)
  }

  /// Only sizes and tiles that requests may really have; sizes that are drawn when they are asked for
  /// are nothing to choose without need.
  private func putSizesAndTiles(_ json: inout JSONWriter) {
    let allowed = levels.filter {
      $0.reduction >= .full && limits.allow(width: $0.size.width, height: $0.size.height)
    }
    json.key("sizes")
    json.array { json in
      for level in allowed.reversed() {
        json.object { json in
          json.key("width")
          json.integer(level.size.width)
          json.key("height")
          json.integer(level.size.height)
        }
      }
    }
    let side = Int64(shape.ladder.tileSize.side)
    guard limits.allow(width: side, height: side) else { return }
    json.key("tiles")
    json.array { json in
      json.object { json in
        json.key("width")
        json.integer(side)
        json.key("height")
        json.integer(side)
        json.key("scaleFactors")
        json.array { json in
          for factor in 0..<shape.ladder.count { json.integer(1 << Int64(factor)) }
        }
      }
    }
  }

  /// What goes beyond level 2: it is all done here.
  private var extraQualities: [String] {
    shape.isGray ? ["gray", "bitonal"] : ["color", "gray", "bitonal"]
  }

  private func putExtras3(_ json: inout JSONWriter) {
    json.key("preferredFormats")
    json.strings(["\(preferredFormat.fileExtension)"])
    json.key("extraFormats")
    json.strings(["webp", "avif", "gif", "tif"])
    json.key("extraQualities")
    json.strings(extraQualities)
    json.key("extraFeatures")
    json.strings([
      "canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary",
      "sizeUpscaling",
    ])
  }

  private func putProfile2(_ json: inout JSONWriter) {
    json.array { json in
      json.string("\(IIIFVersion.two.profile)")
      json.object { json in
        json.key("formats")
        json.strings(["jpg", "png", "webp", "avif", "gif", "tif"])
        json.key("qualities")
        json.strings(["default"] + extraQualities)
        json.key("supports")
        json.strings([
          "baseUriRedirect", "canonicalLinkHeader", "cors", "jsonldMediaType", "mirroring",
          "profileLinkHeader", "regionByPct", "regionByPx", "regionSquare", "rotationArbitrary",
          "rotationBy90s", "sizeAboveFull", "sizeByConfinedWh", "sizeByDistortedWh",
          "sizeByForcedWh",
          "sizeByH", "sizeByPct", "sizeByW", "sizeByWh",
        ])
        putLimits(&json)
      }
    }
  }
}
