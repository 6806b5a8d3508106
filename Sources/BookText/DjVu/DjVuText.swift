extension PageText {
  /// Reads a page's words as `djvused` prints them: zones in one another, from the page to a
  /// character, of which the lowest have a text; nil for what is no page.
  ///
  /// - Parameters:
  ///   - zone: the page.
  ///   - frame: how the page lies.
  package init?(djvu zone: DjVuExpression, on frame: DjVuFrame) {
    guard zone.named?.name == "page" else { return nil }
    var words = WordCollector()
    words.append(zone, on: frame)
    self = words.finished()
  }
}

extension WordCollector {
  fileprivate mutating func append(_ zone: DjVuExpression, on frame: DjVuFrame) {
    guard let (name, parts) = zone.named, parts.count >= 4 else { return }
    let edges = parts.prefix(4).compactMap { part in
      if case .number(let edge) = part { edge } else { nil }
    }
    let box = frame.box(edges)
    for part in parts.dropFirst(4) {
      switch part {
      case .text(let bytes):
        for character in String(decoding: bytes, as: UTF8.self).unicodeScalars {
          append(character, at: box)
        }
      case .list: append(part, on: frame)
      case .number, .name: break
      }
    }
    switch name {
    case "char": break
    case "word": append(" ", at: nil)
    default: append("\n", at: nil)
    }
  }
}
