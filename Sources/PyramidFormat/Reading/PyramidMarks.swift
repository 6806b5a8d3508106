import ByteText

/// The signs by which a pyramid of ours is known, and what it says of itself.
struct PyramidMarks {
  /// What every directory of ours has as its field of software.
  static let software = Array("Pyramidion".utf8)

  private static let longestDescription = 1 << 16

  let description: PyramidDescription?
  let index: PyramidIndex?
  /// Whether there is any of our signs, sound or not.
  let areThere: Bool

  /// Reads a picture and its levels.
  ///
  /// - Parameters:
  ///   - page: the directories.
  ///   - reader: of the file.
  /// - Throws: what kept the source from being read.
  init(of page: TIFFPage, _ reader: TIFFReader) throws(TIFFError) {
    let directory = page.base.directory
    let field = try reader.rawIfSound(
      .imageDescription, of: directory, limit: Self.longestDescription)
    let text: [UInt8] = field.map { Array($0.prefix { $0 != 0 }) } ?? []
    let json = JSONValue(text)?[PyramidDescription.key]
    description = json.flatMap { PyramidDescription($0) }
    // Of another format, or taken along by another program, it would tell of what is not there.
    let index = json?["index"].flatMap { PyramidIndex($0) }
    let isCurrent = description?.format == PyramidDescription.currentFormat
    let isInPlace = index?.place == directory.entries[.imageDescription]?.place
    self.index = isCurrent && isInPlace ? index : nil
    var areThere =
      description != nil || text.starts(with: "{\"\(PyramidDescription.key)\":".utf8)
    for picture in [page.base] + page.levels where !areThere {
      areThere = try Self.isMarked(picture.directory, reader)
    }
    self.areThere = areThere
  }

  private static func isMarked(
    _ directory: TIFFDirectory, _ reader: TIFFReader
  ) throws(TIFFError) -> Bool {
    // What is of another length need not be read.
    guard directory.entries[.software]?.byteCount == UInt64(software.count + 1) else {
      return false
    }
    return try reader.rawIfSound(.software, of: directory, limit: software.count + 1)?
      .starts(with: software) ?? false
  }
}
