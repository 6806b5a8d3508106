/// One flag of a command: what is typed, and all that help, man page and completions say of it.
package struct Flag: Sendable {
  /// What follows the flag's name.
  package enum Value: Equatable, Sendable {
    /// Nothing: the flag is on by being there.
    case none
    /// Nothing, or `=true` or `=false` behind the name.
    case truth
    /// A whole number of digits alone.
    case number(ClosedRange<Int>)
    /// Free text; the word stands for it in help.
    case text(String)
    /// One of a fixed set of words.
    case choice([String])
    case file
    case folder

    /// What a text is not, of what it would have to be; nil where it fits.
    func refusal(of text: String) -> String? {
      switch self {
      case .number(let bounds):
        guard text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
          let number = Int(text), bounds.contains(number)
        else { return "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)" }
        return nil
      case .choice(let words):
        return words.contains(text) ? nil : "one of \(words.joined(separator: ", "))"
      case .none, .truth, .text, .file, .folder: return nil
      }
    }
  }

  package let name: String
  package let value: Value
  /// What holds when the flag is not given, as help words it; nil when nothing needs saying.
  package let defaultText: String?
  package let summary: String
  /// Whether it may be given several times; its values are put together with blanks then.
  package let isRepeatable: Bool

  package init(
    _ name: String, _ value: Value, default defaultText: String? = nil, isRepeatable: Bool = false,
    _ summary: String
  ) {
    self.isRepeatable = isRepeatable
    self.name = name
    self.value = value
    self.defaultText = defaultText
    self.summary = summary
  }

  package var takesValue: Bool { value != .none && value != .truth }

  /// The value's place in a synopsis: `WxH`, `DIR`, `jpeg|webp`.
  package var placeholder: String? {
    switch value {
    case .none, .truth: nil
    case .number: "N"
    case .text(let word): word
    case .choice(let words): words.joined(separator: "|")
    case .file: "FILE"
    case .folder: "DIR"
    }
  }

  package var synopsis: String {
    guard let placeholder else { return "--\(name)" }
    return "--\(name) \(placeholder)"
  }
}
