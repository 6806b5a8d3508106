import ByteText
package import ImageRequest
package import PictureWords
import TileGeometry

/// All that the documents of an image say.
package struct ImageDocument: Sendable {
  package let name: ImageName
  package let version: String
  package let shape: ImageShape
  package let limits: RequestLimits
  /// How many pages the file has, where it is a document of several.
  package let pages: Int?
  /// Names the file of a document's page as it was when the page was made of it.
  package let edition: String?
  /// What is said of the picture.
  package let details: PictureDetails

  package init(
    name: ImageName, version: String, shape: ImageShape, limits: RequestLimits, pages: Int?,
    edition: String? = nil, details: PictureDetails
  ) {
    self.name = name
    self.version = version
    self.shape = shape
    self.limits = limits
    self.pages = pages
    self.edition = edition
    self.details = details
  }

  /// Formats that native tiles can be asked for in, the stored one first.
  package var tileFormats: [ImageFormat] {
    let all: [ImageFormat] = [.jpeg, .webp, .png, .avif]
    guard let stored = shape.storedFormat else { return all }
    return [stored] + all.filter { $0 != stored }
  }

  /// The format to ask for when any will do.
  package var preferredFormat: ImageFormat {
    shape.storedFormat ?? (shape.hasAlpha ? .webp : .jpeg)
  }

  /// The levels of the ladder, finest first.
  var levels: [Level] { (0..<shape.ladder.count).compactMap { shape.ladder.level(at: $0) } }

  /// `/images/{id}`: everything a viewer needs to know.
  ///
  /// - Parameter base: scheme, host and prefix, without a slash at the end; empty for addresses
  ///   that begin with a slash.
  /// - Returns: one line with its end.
  package func json(base: String) -> String {
    let links = ImageLinks(name: name, base: base)
    var json = JSONWriter()
    json.object { json in
      json.key("type")
      json.string("image")
      json.key("id")
      json.string(name.decodedText)
      json.key("version")
      json.string(version)
      json.key("width")
      json.integer(shape.size.width)
      json.key("height")
      json.integer(shape.size.height)
      json.key("tileSize")
      json.integer(Int64(shape.ladder.tileSize.side))
      json.key("levels")
      json.array { json in
        for level in levels { json.level(level) }
      }
      if shape.detail > 0 {
        json.key("detail")
        json.integer(Int64(shape.detail))
      }
      json.key("formats")
      json.array { json in
        for format in tileFormats { json.string("\(format.fileExtension)") }
      }
      json.key("pages")
      if let pages { json.integer(Int64(pages)) } else { json.string(nil) }
      if let edition { json.member("edition", edition) }
      json.members(details)
      json.key("links")
      links.put(version: version, format: preferredFormat, &json)
    }
    return json.text + "\n"
  }

  /// Deep Zoom's description.
  package var deepZoom: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="\
    \(shape.ladder.tileSize.side)" Overlap="0" Format="\(preferredFormat.fileExtension)">\
    <Size Width="\(shape.full.size.width)" Height="\(shape.full.size.height)"/></Image>

    """
  }

  /// Zoomify's description.
  package var zoomify: String {
    let size = shape.full.size
    let tiers = ZoomifyTiers(size: size, tileSize: shape.ladder.tileSize)
    return """
      <IMAGE_PROPERTIES WIDTH="\(size.width)" HEIGHT="\(size.height)" NUMTILES="\
      \(tiers.tileCount)" NUMIMAGES="1" VERSION="1.8" TILESIZE="\(shape.ladder.tileSize.side)"/>

      """
  }

  /// TileJSON 3.0.0, for web maps.
  package func tileJSON(base: String) -> String {
    let full = shape.full
    let ladder = XYZTile.ladder(of: full)
    let links = ImageLinks(name: name, base: base)
    var json = JSONWriter()
    json.object { json in
      json.key("tilejson")
      json.string("3.0.0")
      json.key("name")
      json.string(name.decodedText)
      json.key("scheme")
      json.string("xyz")
      json.key("tiles")
      json.array { $0.string(links.mapTiles(format: preferredFormat, version: version)) }
      json.key("minzoom")
      json.integer(0)
      json.key("maxzoom")
      json.integer(Int64(ladder.count - 1))
      json.key("width")
      json.integer(full.size.width)
      json.key("height")
      json.integer(full.size.height)
      json.key("tileSize")
      json.integer(Int64(ladder.tileSize.side))
    }
    return json.text + "\n"
  }
}

extension JSONWriter {
  mutating func level(_ level: Level) {
    object { json in
      json.key("reduction")
      json.integer(Int64(level.reduction.exponent))
      json.key("scale")
      json.number(level.scale)
      json.key("width")
      json.integer(level.size.width)
      json.key("height")
      json.integer(level.size.height)
      json.key("columns")
      json.integer(Int64(level.columns))
      json.key("rows")
      json.integer(Int64(level.rows))
    }
  }
}
