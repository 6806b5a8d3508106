import ByteText

/// The beginning of a ZIP file, which many kinds of documents are: one of pictures begins with a
/// picture, or with what a comic says of itself, and an EPUB says that it is one.
enum ZipOpening {
  private static let headerLength = 30

  /// Looks at the first file, behind folders.
  ///
  /// - Parameter bytes: the first of all.
  /// - Returns: false also where that file's header is not among them.
  static func isOfBook(_ bytes: Span<UInt8>) -> Bool {
    func short(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    var place = 0
    while place <= bytes.count - headerLength {
      guard short(place) == 0x4B50, short(place + 2) == 0x0403 else { return false }
      let start = place + headerLength
      let end = start + short(place + 26)
      guard end > start, end <= bytes.count else { return false }
      let name = (start..<end).map { bytes[$0] }
      guard name.last == ASCII.slash else {
        let file = name.lastIndex(of: ASCII.slash).map { name[($0 + 1)...] } ?? name[...]
        return SourceFormat.isPictureName(file) || file.equalsIgnoringCase("comicinfo.xml")
          || name.elementsEqual("mimetype".utf8)
            && bytes.starts(with: "application/epub+zip", at: end + short(place + 28))
      }
      // Folders have no bytes.
      place = end + short(place + 28)
    }
    return false
  }
}
