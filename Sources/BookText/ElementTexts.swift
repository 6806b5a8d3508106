import ByteText

/// The texts of elements by their names, the first of each.
struct ElementTexts {
  private let limits: [String: Int]
  private var texts: [String: String] = [:]
  private var open: String?
  private var text: [UInt8] = []

  /// - Parameter limits: names in small letters, and how many characters are wanted of each.
  init(_ limits: [String: Int]) { self.limits = limits }

  subscript(_ name: String) -> String? { texts[name] }

  /// Looks at the next piece of a document.
  mutating func take(_ token: MarkupToken) {
    switch token {
    case .start(let element):
      open = element.isEmpty ? nil : element.name
      text = []
    case .text(let piece):
      if open != nil, text.count < CleanText.textLimit { text += MarkupText.plain(piece) }
    case .end(let name):
      if name == open, let limit = limits[name], texts[name] == nil {
        texts[name] = CleanText.text(text, limit: limit)
      }
      open = nil
    }
  }
}
