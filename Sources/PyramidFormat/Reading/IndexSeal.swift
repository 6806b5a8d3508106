/// What a pyramid of ours says of its own index, so that no bit of it can change unseen.
package struct IndexSeal: Equatable, Sendable {
  /// How many bytes from the start of the file are the index.
  package let length: UInt64
  /// The CRC-32C of the index, with these four bytes themselves taken as zero.
  package let checksum: UInt64
  /// Where those four bytes lie.
  package let place: UInt64
}

extension Pyramid {
  /// Whether the file has a mark of ours.
  ///
  /// Any one of several signs, so that a single damaged field cannot make a file of ours pass for
  /// another program's, of which less is asked.
  package var showsOurMarks: Bool {
    let marks: [TIFFTag] = [.tileChecksums, .indexLength, .indexChecksum]
    return description != nil || levels.contains { $0.hasChecksums }
      || marks.contains { first.entries[$0] != nil }
  }

  /// How many bytes the index is long.
  ///
  /// - Returns: nil where the file doesn't say.
  /// - Throws: ``TIFFError`` where what it says can't be read.
  package func indexLength() throws(TIFFError) -> UInt64? {
    try reader.number(.indexLength, of: first)
  }

  /// What the file says of its own index.
  ///
  /// - Returns: nil where a part of it is missing.
  /// - Throws: ``TIFFError`` where it can't be read.
  package func indexSeal() throws(TIFFError) -> IndexSeal? {
    guard let length = try indexLength(),
      let checksum = try reader.number(.indexChecksum, of: first),
      let place = first.entries[.indexChecksum]?.place
    else { return nil }
    return IndexSeal(length: length, checksum: checksum, place: place)
  }
}
