/// The fields of one directory of a TIFF file, or of an EXIF block, by their numbers: what other
/// programs wrote there for people to read.
///
/// A field that is not as it should be is as good as none.
package struct TIFFFields: Sendable {
  private let reader: TIFFReader
  private let directory: TIFFDirectory

  /// Reads the first directory; nil where there is none that can be read.
  ///
  /// - Parameters:
  ///   - source: a file or block that begins with TIFF's header.
  ///   - tags: the numbers of the fields that will be asked for, here and in other directories.
  /// - Throws: what kept the source from being read.
  package init?(of source: any ByteSource, keeping tags: Set<UInt16>) throws(ByteSourceError) {
    let kept = Set(tags.map { TIFFTag($0) })
    let opened = try Self.ifSound { () throws(TIFFError) in
      let reader = try TIFFReader(source, keeping: kept)
      return (reader, try reader.directory(at: reader.firstDirectory))
    }
    guard let opened else { return nil }
    (reader, directory) = opened
  }

  private init(_ reader: TIFFReader, _ directory: TIFFDirectory) {
    self.reader = reader
    self.directory = directory
  }

  /// The directory that a field points to.
  ///
  /// - Parameter tag: the field's number.
  /// - Returns: nil where there is no such directory.
  /// - Throws: what kept the source from being read.
  package func directory(_ tag: UInt16) throws(ByteSourceError) -> TIFFFields? {
    guard let place = try number(tag) else { return nil }
    return try Self.ifSound { () throws(TIFFError) in
      TIFFFields(reader, try reader.directory(at: place))
    }
  }

  /// Whether the directory has a field.
  package func has(_ tag: UInt16) -> Bool { directory.entries[TIFFTag(tag)] != nil }

  /// The only whole number of a field.
  package func number(_ tag: UInt16) throws(ByteSourceError) -> UInt64? {
    try Self.ifSound { () throws(TIFFError) in try reader.number(TIFFTag(tag), of: directory) }
      ?? nil
  }

  /// The bytes of a field.
  package func bytes(_ tag: UInt16, limit: Int) throws(ByteSourceError) -> [UInt8]? {
    try Self.ifSound { () throws(TIFFError) in
      try reader.raw(TIFFTag(tag), of: directory, limit: limit)
    } ?? nil
  }

  /// The first fraction of a field.
  ///
  /// - Parameter tag: the field's number.
  /// - Returns: its value; nil where it has none, or nothing is to be divided by.
  /// - Throws: what kept the source from being read.
  package func fraction(_ tag: UInt16) throws(ByteSourceError) -> Double? {
    try fractions(tag, count: 1).first
  }

  /// The first fractions of a field.
  ///
  /// - Parameters:
  ///   - tag: the field's number.
  ///   - count: how many there are to be.
  /// - Returns: their values; none where the field has fewer, or nothing is to be divided by.
  /// - Throws: what kept the source from being read.
  package func fractions(_ tag: UInt16, count: Int) throws(ByteSourceError) -> [Double] {
    guard let entry = directory.entries[TIFFTag(tag)],
      entry.type == .rational || entry.type == .signedRational, entry.count >= count
    else { return [] }
    let found = try Self.ifSound { () throws(TIFFError) in
      try reader.bytes("a fraction", at: entry.place, count: UInt64(count) * 8)
    }
    guard let found else { return [] }
    let parts = (0..<(count * 2)).map { index in
      let bits = UInt32(
        truncatingIfNeeded: TIFFReader.number(
          found, at: index * 4, width: 4, bigEndian: reader.isBigEndian))
      return entry.type == .rational ? Double(bits) : Double(Int32(bitPattern: bits))
    }
    let values = (0..<count).compactMap { index in
      parts[index * 2 + 1] == 0 ? nil : parts[index * 2] / parts[index * 2 + 1]
    }
    return values.count == count ? values : []
  }

  /// - Returns: nil where the file is to blame; what the source itself throws is passed on.
  private static func ifSound<Value>(
    _ read: () throws(TIFFError) -> Value
  ) throws(ByteSourceError) -> Value? {
    do throws(TIFFError) {
      return try read()
    } catch {
      if case .source(let failure) = error { throw failure }
      return nil
    }
  }
}
