import TileGeometry

extension PyramidDescription {
  /// JSON in ASCII, as the TIFF field wants it: `{"pyramidion": {...}}`, members in the order of
  /// their names.
  ///
  /// Pyramids have their checksum over it: the same description is always the same bytes.
  ///
  /// - Returns: The bytes, without an end.
  func encoded() -> [UInt8] {
    var json = "{\"pyramidion\":{\"format\":\(format)"
    if let nominalSize {
      json += ",\"nominalSize\":{\"height\":\(Self.number(nominalSize.height))"
      json += ",\"width\":\(Self.number(nominalSize.width))}"
    }
    json += ",\"recipe\":{\"chroma\":\(Self.quoted(recipe.chroma.name))"
    json += ",\"format\":\(Self.quoted(recipe.format.rawValue))"
    json += ",\"keepsProfile\":\(recipe.keepsProfile),\"quality\":\(recipe.quality)"
    json += ",\"tileSize\":\(recipe.tileSize.side)}"
    json += ",\"source\":{\"modified\":\(source.modified),\"name\":\(Self.quoted(source.name))"
    if let page = source.page { json += ",\"page\":\(page)" }
    json += ",\"size\":\(source.size)},\"version\":\(Self.quoted(version))}}"
    return Array(json.utf8)
  }

  /// Whole numbers without a fraction.
  private static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: quoted += "\\\""
      case 0x5C: quoted += "\\\\"
      case 0x08: quoted += "\\b"
      case 0x0C: quoted += "\\f"
      case 0x0A: quoted += "\\n"
      case 0x0D: quoted += "\\r"
      case 0x09: quoted += "\\t"
      case 0x20..<0x80: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return quoted + "\""
  }

  /// Reads what ``encoded()`` has written; nil for a description that is not one of ours.
  ///
  /// - Parameter text: A TIFF's description, without the zero behind it.
  init?(decoding text: some Sequence<UInt8>) {
    guard let json = JSONValue(text)?["pyramidion"],
      let format = json["format"]?.integer.flatMap({ Int(exactly: $0) }),
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
  fileprivate init?(_ json: JSONValue) {
    guard let side = json["tileSize"]?.integer.flatMap({ Int32(exactly: $0) }),
      let tileSize = TileSize(side),
      let format = json["format"]?.text.flatMap({ Format(rawValue: $0) }),
      let quality = json["quality"]?.integer.flatMap({ Int(exactly: $0) }),
      let chroma = json["chroma"]?.text.flatMap({ Self.chroma(named: $0) }),
      let keepsProfile = json["keepsProfile"]?.boolean
    else { return nil }
    self.init(
      tileSize: tileSize, format: format, quality: quality, chroma: chroma,
      keepsProfile: keepsProfile)
  }
}
