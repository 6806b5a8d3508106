package import BookText

/// The file that a child writes of the text of pages.
///
/// One comes after the other, each behind four bytes with its length, which is 0 for one that can't be
/// read. Nothing of it is believed that can't be.
package struct TextReport: Sendable {
  /// From the first page on that was asked for; nil for those that can't be read.
  package let pages: [PageText?]

  /// When no further page is begun, in bytes; and bytes that the file has at most.
  package static let enough = 1 << 25
  package static let longest = 1 << 26

  /// A page.
  ///
  /// - Parameter text: its words; nil where they can't be read.
  /// - Returns: bytes to be written behind those before.
  package static func bytes(_ text: PageText?) -> [UInt8] {
    let record = text?.record ?? []
    return (0..<4).map { UInt8(truncatingIfNeeded: record.count >> (8 * $0)) } + record
  }

  /// Reads a file; nil for what no child writes that means well.
  ///
  /// - Parameters:
  ///   - bytes: what there is of it; a page that is begun is none.
  ///   - mostPages: as many as there can be.
  package init?(parsing bytes: [UInt8], mostPages: Int) {
    var pages: [PageText?] = []
    var rest = bytes[...]
    while rest.count >= 4 {
      let length = (0..<4).reduce(0) { $0 | Int(rest[rest.startIndex + $1]) << (8 * $1) }
      guard rest.count - 4 >= length else { break }
      let page = PageText(parsing: rest.dropFirst(4).prefix(length))
      guard pages.count < mostPages, page != nil || length == 0 else { return nil }
      pages.append(page)
      rest = rest.dropFirst(4 + length)
    }
    self.pages = pages
  }
}
