import ByteText

/// The properties of a packet: simple ones, and lists of simple ones; what is built of more is left
/// out.
struct XMPProperties {
  private struct Value {
    let language: String?
    let text: String
  }

  /// The names that we give to name spaces, whatever a packet calls them.
  private static let spaces = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop", "http://creativecommons.org/ns#": "cc",
    "http://ns.adobe.com/tiff/1.0/": "tiff", "http://ns.adobe.com/exif/1.0/": "exif",
    "http://ns.adobe.com/exif/1.0/aux/": "aux", "http://cipa.jp/exif/1.0/": "exifEX",
  ]
  private static let listLimit = 64
  private static let prefixLimit = 64

  private var values: [String: [Value]] = [:]
  private var prefixes: [String: String] = [:]

  /// Reads a packet; nil for what is no XML, or describes nothing.
  init?(_ packet: some Collection<UInt8>) {
    var scanner = XMLScanner(packet)
    var path: [String] = []
    var text = ""
    var language: String?
    var hasDescriptions = false
    while let piece = scanner.next() {
      switch piece {
      case .begin(let name, let attributes, let isEmpty):
        declare(attributes)
        path.append(resolved(name))
        text = ""
        language = attributes.first { $0.name == "xml:lang" }?.value
        if isDescription(path) {
          hasDescriptions = true
          for attribute in attributes {
            add(attribute.value, to: resolved(attribute.name), nil)
          }
        } else if let property = property(path),
          let resource = attributes.first(where: { resolved($0.name) == "rdf:resource" })
        {
          add(resource.value, to: property, nil)
        }
        if isEmpty { path.removeLast() }
      case .text(let part): text += part
      case .end:
        if let property = property(path) { add(text, to: property, language) }
        guard path.popLast() != nil else { return nil }
        text = ""
      }
    }
    guard scanner.isWhole, path.isEmpty, hasDescriptions else { return nil }
  }

  /// A property of one value: the one for everybody, or the first.
  func text(_ name: String, limit: Int = CleanText.lineLimit) -> String? {
    guard let values = values[name] else { return nil }
    let value = values.first { $0.language == "x-default" } ?? values.first
    return value.flatMap { CleanText.clean($0.text, limit: limit) }
  }

  /// A property of several values.
  func list(_ name: String) -> String? {
    let texts = values[name]?.compactMap { CleanText.clean($0.text) } ?? []
    return texts.isEmpty
      ? nil : CleanText.clean(texts.joined(separator: "; "), limit: CleanText.lineLimit)
  }

  private mutating func declare(_ attributes: [XMLScanner.Attribute]) {
    for attribute in attributes where attribute.name.hasPrefix("xmlns:") {
      guard prefixes.count < Self.prefixLimit, let own = Self.spaces[attribute.value] else {
        continue
      }
      prefixes[String(attribute.name.dropFirst(6))] = own
    }
  }

  /// A name with our own prefix; one of a name space that we don't know has none.
  private func resolved(_ name: String) -> String {
    guard let colon = name.firstIndex(of: ":"), let own = prefixes[String(name[..<colon])] else {
      return ""
    }
    return own + name[colon...]
  }

  private func isDescription(_ path: [String]) -> Bool {
    path.count >= 2 && path.last == "rdf:Description" && path[path.count - 2] == "rdf:RDF"
  }

  /// The property whose value ends where a path does.
  private func property(_ path: [String]) -> String? {
    var path = path
    if path.last == "rdf:li" {
      path.removeLast()
      guard let list = path.popLast(), ["rdf:Alt", "rdf:Seq", "rdf:Bag"].contains(list) else {
        return nil
      }
    }
    guard let name = path.popLast(), isDescription(path) else { return nil }
    return name
  }

  private mutating func add(_ text: String, to property: String, _ language: String?) {
    guard !property.isEmpty, values[property]?.count ?? 0 < Self.listLimit,
      CleanText.clean(text, limit: 1) != nil
    else { return }
    values[property, default: []].append(Value(language: language, text: text))
  }
}
