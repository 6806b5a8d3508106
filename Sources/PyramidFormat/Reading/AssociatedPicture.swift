package import TileGeometry

/// A picture that a file carries along with what it shows: the label of a slide, a photograph of the
/// whole slide, a thumbnail.
///
/// It is no page, and is not served: labels can name patients.
package struct AssociatedPicture: Equatable, Sendable {
  /// What its description calls it; `picture` where that says nothing.
  package let name: String
  package let size: PixelSize

  private static let names = ["label", "macro", "thumbnail"]
}

extension AssociatedPicture {
  /// Reads what a directory says of itself that comes before any page: some scanners begin with the
  /// label.
  ///
  /// - Returns: nil for a picture that may be a page.
  /// - Throws: what kept the source from being read.
  init?(ahead picture: TIFFPage.Picture, _ reader: TIFFReader) throws(TIFFError) {
    guard let name = try Self.name(of: picture, reader) else { return nil }
    self.init(copyOf: picture, name: name)
  }

  /// Reads what a directory behind the first page says of itself.
  ///
  /// - Returns: nil for a picture that may be a level or a page.
  /// - Throws: what kept the source from being read.
  init?(
    _ picture: TIFFPage.Picture, beside first: TIFFPage.Picture, _ reader: TIFFReader
  ) throws(TIFFError) {
    // Tiles make it a slide; albums are mostly in strips.
    let slide = first.isTiled ? first : nil
    let kind = try reader.number(.newSubfileType, of: picture.directory) ?? 0
    let isPhotograph = kind & 8 != 0
    let name = isPhotograph ? "macro" : try Self.name(of: picture, reader)
    // A scanner that marks its pictures by their lens: the slide from afar, and where tissue is.
    let isFromAfar = try Self.lens(of: picture, reader) < 0
    let isNamed = slide != nil && name != nil
    let isInStrips = slide != nil && !picture.isTiled
    // A smaller copy of another picture that is none of its levels.
    let isCopy = kind & 1 != 0 && !picture.isTiled
    guard isPhotograph || isFromAfar || isNamed || isInStrips || isCopy else { return nil }
    let isThumbnail = slide.map { picture.hasSides(inProportionTo: $0) } ?? isCopy
    self.init(copyOf: picture, name: name ?? (isThumbnail ? "thumbnail" : nil))
  }

  /// A copy that is no level of anything.
  init(copyOf picture: TIFFPage.Picture, name: String? = nil) {
    self.name = name ?? "picture"
    self.size = picture.size
  }

  /// The first word of a line of the description, where it is one of ``names``.
  private static func name(
    of picture: TIFFPage.Picture, _ reader: TIFFReader
  ) throws(TIFFError) -> String? {
    let text = try reader.rawIfSound(.imageDescription, of: picture.directory, limit: 4096)
    guard let text else { return nil }
    let lines = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self).lowercased()
      .split(whereSeparator: \.isNewline)
    let words = lines.compactMap { $0.split { !$0.isLetter }.first.map(String.init) }
    return names.first { words.contains($0) }
  }

  private static func lens(
    of picture: TIFFPage.Picture, _ reader: TIFFReader
  ) throws(TIFFError) -> Float {
    guard picture.directory.entries[.sourceLens]?.type == .float,
      let raw = try reader.rawIfSound(.sourceLens, of: picture.directory, limit: 4),
      raw.count == 4
    else { return 0 }
    let bits = TIFFReader.number(raw, at: 0, width: 4, bigEndian: reader.isBigEndian)
    return Float(bitPattern: UInt32(truncatingIfNeeded: bits))
  }
}
