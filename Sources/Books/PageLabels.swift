import ByteText

/// What is printed on a book's pages, as runs that count on.
package struct PageLabels: Equatable, Sendable {
  package enum Style: String, CaseIterable, Sendable {
    case decimal
    /// i, ii, iii
    case roman
    /// I, II, III
    case upperRoman
    /// a, b, ..., z, aa, bb
    case letters
    /// A, B, ..., Z, AA, BB
    case upperLetters
    /// Nothing but what stands before the number.
    case none
  }

  package struct Run: Equatable, Sendable {
    /// The place of its first page in the order of reading, from 0.
    package var start: Int
    package var style: Style
    /// What stands before each number.
    package var prefix: String
    /// The number of its first page.
    package var first: Int

    package init(start: Int, style: Style = .decimal, prefix: String = "", first: Int = 1) {
      self.start = start
      self.style = style
      self.prefix = prefix
      self.first = first
    }
  }

  /// Numbers that labels have: more letters or numerals would fill a page of their own.
  package static let numbers = 1...999_999

  /// In the order of pages; what comes before the first is numbered from 1.
  package private(set) var runs: [Run]

  /// Labels of runs, whatever their order; of those that begin at one page the last one counts.
  package init(_ runs: [Run] = []) {
    self.runs = []
    for (_, run) in runs.enumerated().sorted(by: {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }) {
      if self.runs.last?.start == run.start { self.runs.removeLast() }
      self.runs.append(run)
    }
  }

  /// Labels as they are printed, put into runs where they count on.
  ///
  /// - Parameter names: of all pages, in the order of reading; none of them empty.
  package init(names: [String]) {
    runs = []
    var place = 0
    while place < names.count {
      var longest = (run: Run(start: place, style: .none, prefix: names[place]), count: 1)
      for run in Run.beginning(with: names[place], at: place) {
        var count = 1
        while place + count < names.count, run.label(count) == names[place + count] { count += 1 }
        if count > longest.count { longest = (run, count) }
      }
      runs.append(longest.run)
      place += longest.count
    }
  }

  /// What is printed on a page.
  ///
  /// - Parameter place: the page's in the order of reading, from 0.
  /// - Returns: never empty.
  package subscript(place: Int) -> String {
    var start = 0
    var end = runs.count
    while start < end {
      let middle = (start + end) / 2
      if runs[middle].start <= place { start = middle + 1 } else { end = middle }
    }
    guard start > 0 else { return String(place + 1) }
    let run = runs[start - 1]
    let label = run.label(place - run.start)
    return label.isEmpty ? String(place + 1) : label
  }

  fileprivate static func text(of number: Int, _ style: Style) -> String {
    switch style {
    case .decimal: String(number)
    case .roman: roman(number).lowercased()
    case .upperRoman: roman(number)
    case .letters: letters(number)
    case .upperLetters: letters(number).uppercased()
    case .none: ""
    }
  }

  private static let numerals: [(value: Int, text: String)] = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
  ]

  /// Beyond what numerals were made for it is a plain number.
  private static func roman(_ number: Int) -> String {
    guard (1...4999).contains(number) else { return String(number) }
    var rest = number
    var text = ""
    for (value, numeral) in numerals {
      while rest >= value {
        text += numeral
        rest -= value
      }
    }
    return text
  }

  /// As PDF has it: after z comes aa, then bb.
  private static func letters(_ number: Int) -> String {
    guard (1...26 * 16).contains(number) else { return String(number) }
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8((number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }
}

extension PageLabels.Run {
  /// What is printed on one of its pages, from 0.
  fileprivate func label(_ offset: Int) -> String {
    prefix + PageLabels.text(of: first + offset, style)
  }

  /// The runs that begin with a label and count.
  fileprivate static func beginning(with name: String, at place: Int) -> [PageLabels.Run] {
    var found: [PageLabels.Run] = []
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let head = name.dropLast(digits)
    if digits <= 6, let number = Int(name.suffix(digits)), PageLabels.numbers.contains(number),
      name.suffix(digits).first != "0"
    {
      found.append(
        PageLabels.Run(start: place, style: .decimal, prefix: String(head), first: number))
    }
    for (style, number) in counted[name] ?? [] {
      found.append(PageLabels.Run(start: place, style: style, first: number))
    }
    return found
  }

  /// What the first numbers are in other words; books count few pages so.
  private static let counted: [String: [(style: PageLabels.Style, number: Int)]] = {
    var counted: [String: [(style: PageLabels.Style, number: Int)]] = [:]
    let styles: [PageLabels.Style] = [.roman, .upperRoman, .letters, .upperLetters]
    for style in styles {
      for number in 1...200 {
        counted[PageLabels.text(of: number, style), default: []].append((style, number))
      }
    }
    return counted
  }()
}
