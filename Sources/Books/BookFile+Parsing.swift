package import ByteText
import TileViewport

extension BookFile {
  /// Reads a book's file.
  ///
  /// - Parameter text: JSON5.
  /// - Throws: what is wrong with it, and in which line.
  package init(parsing text: String) throws(JSON5Problem) {
    guard case .object(let members) = try JSON5Scanner.value(of: text) else {
      throw JSON5Problem(line: 1, detail: "what is said of a book stands between { and }")
    }
    for member in members { try take(Given(member)) }
  }

  private static let keys = [
    "title", "creator", "date", "language", "description", "rights", "attribution", "metadata",
    "direction", "layout", "cover", "shift", "pages", "hidden", "single", "labels", "outline",
  ]

  private mutating func take(_ member: Given) throws(JSON5Problem) {
    switch member.key {
    case "title": words.title = try member.text()
    case "creator": words.creator = try member.text()
    case "date": words.date = try member.text()
    case "language": words.language = try member.text()
    case "description": words.description = try member.text()
    case "rights": words.rights = try member.address()
    case "attribution": words.attribution = try member.text()
    case "metadata": words.metadata = try member.statements()
    case "direction": direction = try member.choice(of: ReadingDirection.self)
    case "layout": layout = try member.choice(of: BookLayout.self)
    case "cover": cover = try member.choice(of: Pairing.Cover.self)
    case "shift": isShifted = try member.number(in: 0...1) == 1
    case "pages": pages = try member.mentions()
    case "hidden": hidden = try member.mentions()
    case "single": single = try member.mentions()
    case "labels": labels = try member.labels()
    case "outline":
      var count = 0
      outline = try member.entries(counting: &count)
    default:
      throw JSON5Problem(
        line: member.keyLine,
        detail: "'\(member.key.prefix(60))' is none of \(Self.keys.joined(separator: ", "))")
    }
  }
}

/// A value, and the key that it stands under.
private struct Given {
  let key: String
  let keyLine: Int
  let value: JSON5Value
  let line: Int

  init(_ member: JSON5Member) {
    (key, keyLine, value, line) = (member.key, member.keyLine, member.value, member.line)
  }

  /// An element of a list under a key.
  init(_ element: JSON5Element, under key: String) {
    (self.key, keyLine, value, line) = (key, element.line, element.value, element.line)
  }

  func problem(_ detail: String) -> JSON5Problem {
    JSON5Problem(line: line, detail: "\(key.prefix(60)): \(detail)")
  }

  /// A text, fit to be shown.
  func text() throws(JSON5Problem) -> String {
    let long = try writtenText(CleanText.textLimit)
    guard let text = CleanText.clean(long, limit: CleanText.textLimit) else {
      throw problem("a text is wanted, not \(value)")
    }
    return text
  }

  /// What stands before the number of every page, blanks at its end included.
  func prefix() throws(JSON5Problem) -> String {
    let text = try writtenText(Self.longestPrefix)
    guard CleanText.isClean(text) else { throw problem("control characters are no part of it") }
    return text
  }

  private static let longestPrefix = 100

  private func writtenText(_ limit: Int) throws(JSON5Problem) -> String {
    guard case .text(let text) = value, !text.isEmpty else {
      throw problem("a text is wanted, not \(value)")
    }
    guard text.unicodeScalars.count <= limit else {
      throw problem("has more than \(limit) characters")
    }
    return text
  }

  /// An address on the web.
  func address() throws(JSON5Problem) -> String {
    guard let address = CleanText.address(try text()) else {
      throw problem("an address that begins with http is wanted, not \(value)")
    }
    return address
  }

  func choice<Choice>(of type: Choice.Type) throws(JSON5Problem) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    if case .text(let text) = value, let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw problem("\(value) is none of \(known)")
  }

  func number(in bounds: ClosedRange<Int>) throws(JSON5Problem) -> Int {
    guard case .number(let text) = value, let number = JSON5Value.integer(text),
      bounds.contains(number)
    else {
      throw problem(
        "a number from \(bounds.lowerBound) to \(bounds.upperBound) is wanted, not \(value)")
    }
    return number
  }

  private func elements(_ most: Int) throws(JSON5Problem) -> [JSON5Element] {
    guard case .list(let elements) = value else { throw problem("a list is wanted, not \(value)") }
    guard elements.count <= most else { throw problem("has more than \(most) elements") }
    return elements
  }

  /// A page by its number or its file's name.
  private func mention() throws(JSON5Problem) -> BookFile.Mention {
    switch value {
    case .text(let name): return BookFile.Mention(page: .file(name), key: key, line: line)
    case .number:
      let number = try number(in: 1...Book.pageLimit)
      return BookFile.Mention(page: .number(number), key: key, line: line)
    case .null, .truth, .list, .object:
      throw problem("a page's number or its file's name is wanted, not \(value)")
    }
  }

  func mentions() throws(JSON5Problem) -> [BookFile.Mention] {
    var mentions: [BookFile.Mention] = []
    for element in try elements(Book.pageLimit) {
      mentions.append(try Given(element, under: key).mention())
    }
    return mentions
  }

  func statements() throws(JSON5Problem) -> [BookWords.Statement] {
    guard case .object(let members) = value else {
      throw problem("labels with their values are wanted, not \(value)")
    }
    var statements: [BookWords.Statement] = []
    for member in members.map(Given.init) {
      var values: [String] = []
      if case .list = member.value {
        for element in try member.elements(Book.pageLimit) {
          values.append(try Given(element, under: member.key).text())
        }
      } else {
        values = [try member.text()]
      }
      guard !values.isEmpty else { throw member.problem("has no value") }
      statements.append(BookWords.Statement(label: member.key, values: values))
    }
    return statements
  }

  /// The members of an object that is an element of this list.
  private func members(
    of element: JSON5Element, _ known: [String]
  ) throws(JSON5Problem) -> [Given] {
    guard case .object(let members) = element.value else {
      throw JSON5Problem(
        line: element.line,
        detail: "\(key): an object with \(known.joined(separator: ", ")) is wanted,"
          + " not \(element.value)")
    }
    for member in members where !known.contains(member.key) {
      throw JSON5Problem(
        line: member.keyLine,
        detail: "\(key): '\(member.key.prefix(60))' is none of \(known.joined(separator: ", "))")
    }
    return members.map { Given($0) }
  }

  func labels() throws(JSON5Problem) -> [BookFile.Label] {
    var labels: [BookFile.Label] = []
    for element in try elements(Book.pageLimit) {
      let members = try members(of: element, ["from", "style", "prefix", "first"])
      func member(_ key: String) -> Given? { members.first { $0.key == key } }
      guard let from = try member("from")?.mention() else {
        throw JSON5Problem(line: element.line, detail: "labels: 'from' is missing")
      }
      labels.append(
        BookFile.Label(
          from: from, style: try member("style")?.choice(of: PageLabels.Style.self) ?? .decimal,
          prefix: try member("prefix")?.prefix() ?? "",
          first: try member("first")?.number(in: PageLabels.numbers) ?? 1))
    }
    return labels
  }

  func entries(counting count: inout Int) throws(JSON5Problem) -> [BookFile.Entry] {
    var entries: [BookFile.Entry] = []
    for element in try elements(BookFile.mostEntries) {
      count += 1
      guard count <= BookFile.mostEntries else {
        throw problem("has more than \(BookFile.mostEntries) entries")
      }
      let members = try members(of: element, ["title", "page", "parts"])
      func member(_ key: String) -> Given? { members.first { $0.key == key } }
      guard let title = try member("title")?.text() else {
        throw JSON5Problem(line: element.line, detail: "outline: 'title' is missing")
      }
      entries.append(
        BookFile.Entry(
          title: title, page: try member("page")?.mention(),
          parts: try member("parts")?.entries(counting: &count) ?? []))
    }
    return entries
  }
}
