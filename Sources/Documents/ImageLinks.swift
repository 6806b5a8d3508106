import ByteText
package import ImageRequest
package import TileGeometry

/// The addresses of one image in every protocol.
package struct ImageLinks: Sendable {
  private let name: ImageName
  private let base: String

  /// Addresses of an image.
  ///
  /// - Parameters:
  ///   - name: the image's.
  ///   - base: scheme, host and prefix, without a slash at the end; empty for addresses that begin
  ///     with a slash.
  package init(name: ImageName, base: String) {
    self.name = name
    self.base = base
  }

  package var image: String { address(.image) }
  package var view: String { address(.viewer) }
  package var thumbnail: String { picture(allWithin: Self.thumbnailSide) }

  /// What fills a screen while the image is cut.
  ///
  /// - Parameters:
  ///   - size: of the image, where it is known.
  ///   - finest: the finest of its levels that are there.
  /// - Returns: the address of a picture that needs no finer one.
  package func preview(of size: PixelSize?, finest: Reduction) -> String {
    let there = size.map { max(1, max($0.width, $0.height) >> Int64(finest.exponent)) }
    let side = min(Self.screenSide, there ?? Self.screenSide)
    return picture(allWithin: side)
  }

  private static let screenSide: Int64 = 2048

  /// Of the square that small pictures fit into.
  package static let thumbnailSide: Int64 = 256

  /// The whole image, as large as it may be asked for.
  ///
  /// - Parameters:
  ///   - version: of the Image API that is spoken.
  ///   - isServed: whether limits allow the image in its full size.
  /// - Returns: its address.
  func whole(_ version: IIIFVersion, isServed: Bool = false) -> String {
    // Readers of 2.0 don't know `max`, which came with 2.1.
    picture(version, size: version == .two && isServed ? "full" : "max")
  }

  /// Its info.json.
  package func information(_ version: IIIFVersion) -> String {
    base + RouteTable[.iiifInformation].path([.version: "\(version.segment)", .id: name.text])
  }

  /// Its name as an image service, which its info.json bears.
  package func service(_ version: IIIFVersion) -> String {
    base + RouteTable[.iiifBase].path([.version: "\(version.segment)", .id: name.text])
  }

  /// A tile of our own scheme.
  package func tile(_ tile: NativeTile, version: String) -> String {
    "\(base)\(tile.address(of: name))?v=\(version)"
  }

  /// The tiles of web maps, their places left open.
  func mapTiles(format: ImageFormat, version: String) -> String {
    let path = RouteTable[.xyzTile].path([.id: name.text, .format: "\(format.fileExtension)"])
    return "\(base)\(path)?v=\(version)"
  }

  /// Writes all of them.
  ///
  /// - Parameters:
  ///   - version: the image's, part of tiles' addresses.
  ///   - format: of the tiles in the template.
  ///   - json: gets an object.
  func put(version: String, format: ImageFormat, _ json: inout JSONWriter) {
    let tiles = RouteTable[.tile].path([.id: name.text, .format: "\(format.fileExtension)"])
    json.object { json in
      for (key, address) in [
        ("view", view), ("embed", address(.embeddedViewer)),
        ("tiles", "\(base)\(tiles)?v=\(version)"), ("viewport", address(.viewport)),
        ("viewportTiles", address(.viewportTiles)), ("thumbnail", thumbnail),
        ("iiif3", information(.three)), ("iiif2", information(.two)),
        ("manifest", presentation(.manifest)), ("dzi", address(.deepZoom)),
        ("zoomify", address(.zoomify)), ("xyz", address(.xyz)),
        ("download", whole(.three)),
      ] {
        json.key(key)
        json.string(address)
      }
    }
  }

  /// Writes those that entries of lists have.
  func putShort(_ json: inout JSONWriter) {
    json.object { json in
      json.key("image")
      json.string(image)
      json.key("view")
      json.string(view)
      json.key("thumbnail")
      json.string(thumbnail)
    }
  }

  /// An address in the IIIF Presentation API.
  func presentation(_ pattern: RoutePattern) -> String {
    base + RouteTable[pattern].path([.version: "\(IIIFVersion.three.segment)", .id: name.text])
  }

  private func address(_ pattern: RoutePattern) -> String {
    base + RouteTable[pattern].path([.id: name.text])
  }

  private func picture(allWithin side: Int64) -> String {
    base + IIIFSegments(allWithin: side).address(.three, of: name)
  }

  /// The whole image, upright and in its own colours.
  private func picture(_ version: IIIFVersion, size: String) -> String {
    base
      + RouteTable[.iiifImage].path([
        .version: "\(version.segment)", .id: name.text, .region: "full", .size: size,
        .rotation: "0", .quality: "default", .iiifFormat: "jpg",
      ])
  }
}
