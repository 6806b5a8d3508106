/// Why an image could not be read or written: the file, who said so, and what was said.
package struct ImagingError: Error, Equatable, Sendable {
  /// The file's name as it was given; empty for pictures in memory.
  package let file: String
  /// The decoder or encoder that complained, such as `jpeg` or `pngload`.
  package let coder: String
  package let reason: String

  package init(file: String, coder: String, reason: String) {
    self.file = file
    self.coder = coder
    self.reason = Self.cleaned(reason, file: file)
  }

  /// libvips collects complaints line by line, often the same one twice, with addresses and paths.
  static func cleaned(_ words: String, file: String) -> String {
    var kept: [String] = []
    for line in words.split(whereSeparator: \.isNewline) {
      var text = String(line.filter { $0.isASCII ? ($0 >= " " && $0 != "\u{7F}") : true })
      while let space = text.last, space == " " || space == "." { text.removeLast() }
      if !file.isEmpty {
        text = text.split(separator: file, omittingEmptySubsequences: false).joined(separator: "it")
      }
      if !text.isEmpty, !kept.contains(text) { kept.append(text) }
    }
    let whole = kept.prefix(4).joined(separator: "; ")
    guard !whole.isEmpty else { return "no reason given" }
    return whole.count > 300 ? String(whole.prefix(299)) + "…" : whole
  }
}

extension ImagingError: CustomStringConvertible {
  package var description: String {
    file.isEmpty ? "\(coder): \(reason)" : "\(file): \(coder): \(reason)"
  }
}
