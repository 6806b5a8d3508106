import Digests
package import PyramidFormat

extension Pyramid {
  /// Whether no bit of the index has changed, as far as anybody can tell.
  ///
  /// - Returns: nil for an index without a checksum.
  /// - Throws: ``TIFFError`` for an index that ends outside the file, or can't be read.
  package func hasIntactIndex() throws(TIFFError) -> Bool? {
    guard let index else { return nil }
    return try IndexSeal(of: index, in: source).isIntact
  }
}

/// The checksum at an index's end, beside what it is of.
struct IndexSeal {
  /// An index is read piece by piece: how long it is says somebody who may not be believed.
  private static let pieceLength: UInt64 = 1 << 20

  private let stored: UInt32
  private let found: UInt32

  /// No bit of the index has changed.
  var isIntact: Bool { stored == found }

  /// Reads the index whole.
  ///
  /// - Parameters:
  ///   - index: how long it is.
  ///   - source: the file's bytes.
  /// - Throws: ``TIFFError`` for an index that ends outside the file, or can't be read.
  init(of index: PyramidIndex, in source: any ByteSource) throws(TIFFError) {
    let end = index.length - PyramidIndex.sealLength
    let seal = try source.bytes("the index", at: end, count: PyramidIndex.sealLength)
    stored = seal.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    var checksum = CRC32C()
    var place: UInt64 = 0
    while place < end {
      let piece = try source.bytes(
        "the index", at: place, count: min(Self.pieceLength, end - place))
      unsafe checksum.update(piece.span.bytes)
      place += UInt64(piece.count)
    }
    found = checksum.value
  }
}
