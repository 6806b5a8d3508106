import JPEGScan

/// A scan whose rows of tiles are read in parts, by several threads.
///
/// Each part is read by a copy of the reader; what copies share does not change, which
/// `@unchecked Sendable` rests on.
final class PartedScan: @unchecked Sendable {
  private let scan: ScanSource
  private let reader: ScanReader
  private let index: ScanIndex

  /// - Parameters:
  ///   - scan: that is read.
  ///   - reader: of it, that has read nothing.
  ///   - index: where its rows begin.
  init(_ scan: ScanSource, _ reader: ScanReader, by index: ScanIndex) {
    self.scan = scan
    self.reader = reader
    self.index = index
  }

  var rows: Int { reader.rows }

  /// Parts of a row: more than threads where these are few, so that none waits long for the others.
  static func parts(threads: Int) -> Int { max(4, threads) }

  /// Reads a part of a row of tiles.
  ///
  /// - Parameters:
  ///   - part: which one.
  ///   - row: of tiles.
  ///   - target: gets it.
  /// - Throws: `ScanIrregular`, or why the file can't be read.
  func read(part: Int, of row: Int, into target: ScanRow) throws {
    var reader = reader
    try reader.read(part: part, row: row, by: index, from: { scan.input(at: $0) }, into: target)
  }
}
