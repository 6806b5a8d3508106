import ByteText

/// What a pyramid file says of its own index besides TIFF's fields, as a part of its description:
/// how long it is, and where the checksums lie.
///
/// TIFF has no fields for these, and readers warn of fields that they don't know.
package struct PyramidIndex: Equatable, Sendable {
  /// Bytes from the start of the file to the first tile.
  ///
  /// The last four of them are the CRC-32C of all before them.
  package let length: UInt64
  /// Where the description lies that says so.
  ///
  /// Other programs take descriptions along into files of their own, where nothing of this holds.
  let place: UInt64
  /// For each directory, in the order of their chain, where the checksums of its tiles lie: a
  /// CRC-32C for each, in the order of the tile table.
  let checksums: [UInt64]

  /// Bytes at the index's end that are its own checksum.
  package static let sealLength: UInt64 = 4

  init(length: Int, place: Int, checksums: [Int]) {
    self.length = UInt64(length)
    self.place = UInt64(place)
    self.checksums = checksums.map { UInt64($0) }
  }

  /// An index whose numbers are as long as any are.
  ///
  /// - Parameter directories: how many it is of.
  /// - Returns: no place of anything: only how long it is in a description counts.
  static func longest(directories: Int) -> PyramidIndex {
    let number = Int(UInt32.max)
    return PyramidIndex(
      length: number, place: number, checksums: Array(repeating: number, count: directories))
  }
}

extension PyramidIndex {
  /// The checksums of a directory's tiles.
  ///
  /// - Parameters:
  ///   - directory: its place in the chain, from 0.
  ///   - count: how many tiles it has.
  ///   - reader: of the file.
  /// - Returns: nil for a directory that the index does not know.
  /// - Throws: ``TIFFError`` for a table outside the index.
  func table(
    of directory: Int, count: Int, reader: TIFFReader
  ) throws(TIFFError) -> NumberTable? {
    guard checksums.indices.contains(directory) else { return nil }
    let place = checksums[directory]
    let end = length - Self.sealLength
    guard place <= end, UInt64(count) <= (end - place) / 4 else {
      throw .field("the tile checksums", "lie outside the index")
    }
    return try NumberTable(
      "the tile checksums", at: place, count: count, width: 4, reader: reader)
  }
}

extension PyramidIndex {
  func write(to json: inout JSONWriter) {
    json.key("checksums")
    json.array { json in
      for place in checksums { json.integer(Int64(place)) }
    }
    json.key("length")
    json.integer(Int64(length))
    json.key("place")
    json.integer(Int64(place))
  }

  /// - Returns: nil for what is no index, of however strange a file.
  init?(_ json: JSONValue) {
    func number(_ value: JSONValue?) -> UInt64? {
      value?.integer.flatMap { UInt64(exactly: $0) }
    }
    guard let length = number(json["length"]), length >= Self.sealLength,
      let place = number(json["place"]), case .list(let values)? = json["checksums"]
    else { return nil }
    let checksums = values.compactMap { number($0) }
    guard checksums.count == values.count else { return nil }
    self.length = length
    self.place = place
    self.checksums = checksums
  }
}
