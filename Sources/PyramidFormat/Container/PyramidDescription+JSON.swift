import ByteText
import TileGeometry

extension PyramidDescription {
  /// JSON in ASCII, as the TIFF field wants it: `{"pyramidion": {...}}`, members in the order of
  /// their names.
  ///
  /// - Parameter index: what is told of the file's index.
  /// - Returns: the bytes, without an end.
  func encoded(with index: PyramidIndex) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key(Self.key)
      json.object { json in
        json.key("format")
        json.integer(Int64(format))
        json.key("index")
        json.object { index.write(to: &$0) }
        write(to: &json)
      }
    }
    return json.bytes
  }

  private func write(to json: inout JSONWriter) {
    if let nominalSize {
      json.key("nominalSize")
      json.object { json in
        json.key("height")
        json.number(nominalSize.height)
        json.key("width")
        json.number(nominalSize.width)
      }
    }
    json.key("recipe")
    json.object { recipe.write(to: &$0) }
    json.key("source")
    json.object { source.write(to: &$0) }
    json.key("version")
    json.string(ascii: version)
  }

  /// The name of all that a description of ours says.
  static let key = "pyramidion"

  /// Reads what ``encoded(with:)`` has written; nil for a description that is not one of ours.
  ///
  /// - Parameter json: what a TIFF's description has below ``key``.
  init?(_ json: JSONValue) {
    guard let format = json["format"]?.integer.flatMap({ Int(exactly: $0) }),
      let version = json["version"]?.text,
      let source = json["source"].flatMap({ Source($0) }),
      let recipe = json["recipe"].flatMap({ PyramidRecipe($0) })
    else { return nil }
    self.init(
      version: version, source: source, recipe: recipe,
      nominalSize: json["nominalSize"].flatMap { NominalSize($0) })
    self.format = format
  }
}

extension PyramidDescription.Source {
  fileprivate func write(to json: inout JSONWriter) {
    json.key("modified")
    json.integer(modified)
    json.key("name")
    json.string(ascii: name)
    if let page {
      json.key("page")
      json.integer(Int64(page))
    }
    json.key("size")
    json.integer(size)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.text, let size = json["size"]?.integer,
      let modified = json["modified"]?.integer
    else { return nil }
    let page = json["page"]?.integer.flatMap { Int(exactly: $0) }
    self.init(name: name, page: page, size: size, modified: modified)
  }
}

extension PyramidDescription.NominalSize {
  fileprivate init?(_ json: JSONValue) {
    guard let width = json["width"]?.number, let height = json["height"]?.number else { return nil }
    self.init(width: width, height: height)
  }
}

extension PyramidRecipe {
  fileprivate func write(to json: inout JSONWriter) {
    json.key("base")
    json.string(ascii: base.rawValue)
    json.key("chroma")
    json.string(ascii: chroma.name)
    json.key("format")
    json.string(ascii: format.rawValue)
    json.key("keepsProfile")
    json.boolean(keepsProfile)
    json.key("quality")
    json.integer(Int64(quality))
    json.key("tileSize")
    json.integer(Int64(tileSize.side))
  }

  fileprivate init?(_ json: JSONValue) {
    guard let side = json["tileSize"]?.integer.flatMap({ Int32(exactly: $0) }),
      let tileSize = TileSize(side),
      let format = json["format"]?.text.flatMap({ Format(rawValue: $0) }),
      let quality = json["quality"]?.integer.flatMap({ Int(exactly: $0) }),
      let chroma = json["chroma"]?.text.flatMap({ Self.chroma(named: $0) }),
      let keepsProfile = json["keepsProfile"]?.boolean
    else { return nil }
    // Where nothing is said there was no choice.
    let base = json["base"]?.text.flatMap { Base(rawValue: $0) } ?? .encoded
    self.init(
      tileSize: tileSize, format: format, quality: quality, chroma: chroma,
      keepsProfile: keepsProfile, base: base)
  }
}
