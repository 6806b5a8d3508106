import ByteText

/// What a comic says of itself in `ComicInfo.xml`, as programs write it that read such.
package struct ComicInfo: Equatable, Sendable {
  package struct Bookmark: Equatable, Sendable {
    /// From 0, in the order of reading.
    package let page: Int
    package let title: String
  }

  package private(set) var title: String?
  package private(set) var creator: String?
  package private(set) var description: String?
  /// As much as there is of `1987-05-01`.
  package private(set) var date: String?
  package private(set) var language: String?
  package private(set) var isRightToLeft = false
  /// By pages.
  package private(set) var bookmarks: [Bookmark] = []

  /// Elements whose text is looked at, and how long it may be: of a date's numbers one digit more than
  /// makes sense, lest what is cut off makes one of them.
  private static let wanted: [String: Int] = [
    "title": CleanText.lineLimit, "series": CleanText.lineLimit, "number": 20, "volume": 20,
    "writer": CleanText.lineLimit, "summary": 900, "year": 5, "month": 3, "day": 3,
    "languageiso": 35, "manga": 40,
  ]
  private static let mostBookmarks = 10_000

  /// Reads a file; what is none of such says nothing.
  ///
  /// - Parameter bytes: all of it.
  package init(parsing bytes: [UInt8]) {
    var reader = MarkupReader(bytes)
    var texts = ElementTexts(Self.wanted)
    while let token = reader.next() {
      texts.take(token)
      if case .start(let element) = token, element.name == "page" { note(element) }
    }
    fill(from: texts)
    bookmarks.sort { ($0.page, $0.title) < ($1.page, $1.title) }
  }

  private mutating func note(_ page: MarkupElement) {
    guard bookmarks.count < Self.mostBookmarks,
      let title = page["bookmark"].flatMap({ CleanText.clean($0, limit: 300) }),
      let number = page["image"].flatMap({ Self.number($0, in: 0...99_999) })
    else { return }
    bookmarks.append(Bookmark(page: number, title: title))
  }

  private mutating func fill(from texts: ElementTexts) {
    let number = (texts["number"] ?? texts["volume"]).map { " \($0)" } ?? ""
    let series = texts["series"].map { $0 + number }
    let parts = [series, texts["title"]].compactMap(\.self)
    title = CleanText.clean(parts.joined(separator: ": "))
    creator = texts["writer"]
    description = texts["summary"]
    language = texts["languageiso"]
    isRightToLeft = texts["manga"] == "YesAndRightToLeft"
    guard let year = texts["year"].flatMap({ Self.number($0, in: 1...9999) }) else { return }
    var digits = [String(repeating: "0", count: 4 - String(year).count) + String(year)]
    for (key, range) in [("month", 1...12), ("day", 1...31)] {
      guard let part = texts[key].flatMap({ Self.number($0, in: range) }) else { break }
      digits.append(part < 10 ? "0\(part)" : String(part))
    }
    date = digits.joined(separator: "-")
  }

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard text.utf8.count <= 9, let number = Int(text), range.contains(number) else { return nil }
    return number
  }
}
