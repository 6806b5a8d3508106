package import ImageRequest

/// The addresses of one image in every protocol.
package struct ImageLinks: Sendable {
  private let name: String
  private let base: String

  package init(name: ImageName, base: String) {
    self.name = name.text
    self.base = base
  }

  package var image: String { "\(base)/images/\(name)" }
  package var view: String { "\(base)/view/\(name)" }
  package var thumbnail: String { "\(base)/iiif/3/\(name)/full/!256,256/0/default.jpg" }

  /// A tile of our own scheme.
  package func tile(
    reduction: Int32, column: Int32, row: Int32, format: ImageFormat, version: String
  )
    -> String
  {
    "\(image)/tiles/\(reduction)/\(column)_\(row).\(format.fileExtension)?v=\(version)"
  }

  /// `format`: that of the tiles in the template.
  func put(version: String, format: ImageFormat, _ json: inout JSONText) {
    let tiles = "\(image)/tiles/{reduction}/{column}_{row}.\(format.fileExtension)?v=\(version)"
    json.object { json in
      for (key, address) in [
        ("view", view), ("embed", "\(base)/embed/\(name)"), ("tiles", tiles),
        ("viewport", "\(image)/viewport"), ("viewportTiles", "\(image)/viewport/tiles"),
        ("thumbnail", thumbnail), ("iiif3", "\(base)/iiif/3/\(name)/info.json"),
        ("iiif2", "\(base)/iiif/2/\(name)/info.json"), ("dzi", "\(base)/dzi/\(name).dzi"),
        ("zoomify", "\(base)/zoomify/\(name)/ImageProperties.xml"),
        ("xyz", "\(base)/xyz/\(name).json"),
        ("download", "\(base)/iiif/3/\(name)/full/max/0/default.jpg"),
      ] {
        json.key(key)
        json.string(address)
      }
    }
  }
}
