import ByteText

/// What the pages of a DjVu document are called: by its directory, as `djvused` lists it.
package struct DjVuNames: Equatable, Sendable {
  private static let longestTitle = 200
  /// Bytes of a line, and lines: one for each part, of which there are as many as two bytes count.
  private static let most = (line: 4000, lines: 1 << 16)

  /// The titles of those pages that have one.
  package private(set) var titles: [Int: String] = [:]
  private var places: [String: Int] = [:]
  private let pageCount: Int

  /// Reads a list: for each page a line with its number, a letter, its length, and its name, behind
  /// which a title may stand.
  ///
  /// - Parameters:
  ///   - bytes: lines.
  ///   - pageCount: as many as the document has.
  package init(listed bytes: ArraySlice<UInt8>, pageCount: Int) {
    self.pageCount = pageCount
    let lines = bytes.split(separator: 0x0A, maxSplits: Self.most.lines).prefix(Self.most.lines)
    for line in lines where line.count <= Self.most.line {
      let parts = line.split(separator: 0x20, maxSplits: 3)
      guard parts.count == 4, let page = Int(String(decoding: parts[0], as: UTF8.self)),
        (1...max(1, pageCount)).contains(page), parts[1].elementsEqual("P".utf8)
      else { continue }
      let words = String(decoding: parts[3], as: UTF8.self).drop { $0 == " " }
      let title = words.firstRange(of: " T=")
      let name = words[..<(title?.lowerBound ?? words.endIndex)]
      let id = name[..<(name.firstRange(of: " F=")?.lowerBound ?? name.endIndex)]
      places[String(id)] = page
      guard let title else { continue }
      let text = words[title.upperBound...].unicodeScalars.filter {
        $0.properties.generalCategory != .control && !CleanText.turnsDirection($0)
      }
      if !text.isEmpty, text.count <= Self.longestTitle {
        titles[page] = String(String.UnicodeScalarView(text))
      }
    }
  }

  /// The page that an address within the document leads to.
  ///
  /// - Parameter address: `#` and a number or a name.
  /// - Returns: nil where it leads elsewhere, or nowhere.
  package func page(of address: String) -> Int? {
    guard address.first == "#" else { return nil }
    let name = String(address.dropFirst())
    if let page = places[name] { return page }
    // With a sign it is counted from the page that it stands on.
    guard name.first != "+", let page = Int(name), (1...max(1, pageCount)).contains(page) else {
      return nil
    }
    return page
  }
}
