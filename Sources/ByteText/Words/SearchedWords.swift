/// What somebody looks for among names: words, all of which are to be in one, in any order.
package struct SearchedWords {
  private let words: [[UInt8]]

  /// - Parameter text: as it was typed.
  package init(_ text: [UInt8]) {
    words = [UInt8](folding: text).split(separator: ASCII.space).map { Array($0) }
  }

  /// Whether a name has all of them, in whatever case, and with or without accents.
  ///
  /// - Parameter name: of a file or a folder.
  /// - Returns: the same for every way to write the same name.
  package func areIn(_ name: [UInt8]) -> Bool {
    // Folding takes longer than looking, and most names need none.
    let name = name.contains { $0 >= 0x80 } ? [UInt8](folding: name) : name
    return words.allSatisfy { name.span.containsIgnoringCase($0.span) }
  }
}
