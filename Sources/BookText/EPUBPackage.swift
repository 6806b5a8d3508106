import ByteText

/// What an EPUB says of itself, and in which order its parts are read.
package struct EPUBPackage: Equatable, Sendable {
  package private(set) var title: String?
  package private(set) var creator: String?
  package private(set) var description: String?
  package private(set) var date: String?
  package private(set) var language: String?
  package private(set) var isRightToLeft = false
  /// Where its parts lie in the archive, in the order of reading.
  package private(set) var parts: [[UInt8]] = []
  /// Where its table of contents lies.
  package private(set) var contents: [UInt8]?

  private static let wanted = [
    "title": CleanText.lineLimit, "creator": CleanText.lineLimit, "description": 900, "date": 40,
    "language": 35,
  ]
  private static let mostParts = 10_000

  /// Where the file lies that says all this.
  ///
  /// - Parameter container: the contents of `META-INF/container.xml`.
  /// - Returns: nil where it doesn't tell.
  package static func path(in container: [UInt8]) -> [UInt8]? {
    var reader = MarkupReader(container)
    while let token = reader.next() {
      if case .start(let element) = token, element.name == "rootfile" {
        return element["full-path"].flatMap { ArchivePath.resolved($0, in: []) }
      }
    }
    return nil
  }

  /// Reads that file; what is none of such has no parts.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - path: where it lies in the archive.
  package init(parsing bytes: [UInt8], at path: [UInt8]) {
    var reader = MarkupReader(bytes)
    var texts = ElementTexts(Self.wanted)
    var places: [String: [UInt8]] = [:]
    var order: [String] = []
    while let token = reader.next() {
      texts.take(token)
      guard case .start(let element) = token else { continue }
      switch element.name {
      case "item":
        guard places.count < 2 * Self.mostParts, let name = element["id"],
          let place = element["href"].flatMap({ ArchivePath.resolved($0, in: path) })
        else { continue }
        places[name] = place
        let properties = element["properties"]?.split(separator: " ") ?? []
        if properties.contains("nav") { contents = place }
      case "itemref":
        if order.count <= Self.mostParts, let name = element["idref"] { order.append(name) }
      case "spine": isRightToLeft = element["page-progression-direction"] == "rtl"
      default: break
      }
    }
    parts = order.compactMap { places[$0] }
    title = texts["title"]
    creator = texts["creator"]
    description = texts["description"]
    date = CleanText.date(texts["date"])
    language = texts["language"]
  }
}

/// A part of an EPUB, which is a page of HTML.
package enum EPUBPart {
  package struct Link: Equatable, Sendable {
    package let title: String
    package let path: [UInt8]
  }

  private static let most = 10_000

  /// Where the pictures lie that a page shows.
  ///
  /// - Parameters:
  ///   - bytes: the page.
  ///   - path: where it lies in the archive.
  /// - Returns: each once, and no more than two of them.
  package static func pictures(in bytes: [UInt8], at path: [UInt8]) -> [[UInt8]] {
    var reader = MarkupReader(bytes)
    var found: [[UInt8]] = []
    while let token = reader.next(), found.count < 2 {
      guard case .start(let element) = token else { continue }
      let address: String?
      switch element.name {
      case "img": address = element["src"]
      case "image": address = element["xlink:href"] ?? element["href"]
      default: continue
      }
      if let place = address.flatMap({ ArchivePath.resolved($0, in: path) }), !found.contains(place)
      {
        found.append(place)
      }
    }
    return found
  }

  /// The entries of a table of contents.
  ///
  /// - Parameters:
  ///   - bytes: the page that has it.
  ///   - path: where that lies in the archive.
  /// - Returns: those of its first list.
  package static func contents(in bytes: [UInt8], at path: [UInt8]) -> [Link] {
    var reader = MarkupReader(bytes)
    var links: [Link] = []
    var target: [UInt8]?
    var text: [UInt8] = []
    while let token = reader.next(), links.count < most {
      switch token {
      case .start(let element) where element.name == "a":
        target = element["href"].flatMap { ArchivePath.resolved($0, in: path) }
        text = []
      case .text(let piece):
        if target != nil, text.count < CleanText.textLimit { text += MarkupText.plain(piece) }
      case .end("a"):
        if let target, let title = CleanText.text(text, limit: 300) {
          links.append(Link(title: title, path: target))
        }
        target = nil
      case .end("nav"): return links
      case .start, .end: break
      }
    }
    return links
  }
}

/// Places of an archive, as its parts name each other.
private enum ArchivePath {
  private static let longest = 2000

  /// What an address means in a file of the archive.
  ///
  /// - Parameters:
  ///   - address: as it stands there.
  ///   - file: where that file lies.
  /// - Returns: nil for what lies elsewhere.
  static func resolved(_ address: String, in file: [UInt8]) -> [UInt8]? {
    let whole = Array(address.utf8.prefix { $0 != ASCII.hash && $0 != ASCII.questionMark })
    var plain: [UInt8] = []
    guard (1...longest).contains(whole.count), plain.append(percentDecoding: whole[...]),
      plain.first != ASCII.slash, !plain.contains(ASCII.colon)
    else { return nil }
    var parts = file.split(separator: ASCII.slash).dropLast().map { Array($0) }
    for part in plain.split(separator: ASCII.slash) {
      if part.elementsEqual("..".utf8) {
        guard parts.popLast() != nil else { return nil }
      } else if !part.elementsEqual(".".utf8) {
        parts.append(Array(part))
      }
    }
    return Array(parts.joined(separator: [ASCII.slash]))
  }
}
