/// The lines of a script or style sheet that are not comments alone.
package enum CodeLines {
  /// - Parameter text: as somebody wrote it.
  /// - Returns: its lines as they are, indentation and all, without those that say nothing to a browser.
  package static func of(_ text: String) -> [Substring] {
    var kept: [Substring] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      let begins = words.hasPrefix("/*")
      if isInside || begins {
        isInside = !words.hasSuffix("*/")
      } else if !words.hasPrefix("//"), !words.isEmpty {
        kept.append(line)
      }
    }
    return kept
  }
}
