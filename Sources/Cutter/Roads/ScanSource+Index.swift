import JPEGScan
import Posix

extension ScanSource {
  /// Finds where the tiles' rows of MCUs begin, by reading no more than what lies between them.
  ///
  /// - Parameters:
  ///   - tileSide: in pixels.
  ///   - threads: to read with.
  /// - Returns: nil for a scan whose index would be too long.
  /// - Throws: `ScanIrregular`, or why the file can't be read.
  func index(tileSide: Int, threads: Int) throws -> ScanIndex? {
    var reader = try MeanReader(
      header, input, quartersChroma: false, indexing: tileSide, parts: threads,
      readAll: Self.readAll)
    while try reader.readStrip() {}
    return reader.index
  }

  /// Has stretches read, each by a thread.
  static func readAll(_ stretches: [MeanStretch]) throws {
    let threads = ThreadGroup()
    defer { threads.join() }
    try threads.start("means", count: stretches.count - 1) { stretches[$0 + 1].read() }
    stretches[0].read()
  }
}
