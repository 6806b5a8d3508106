import DecoderChildren
import Decoding
import Encoding
import Pixels

/// A source whose rows come without libvips.
protocol RowsFile {
  var road: SourceFacts.Road { get }
  /// Samples of a pixel as it is shown.
  var bands: Int { get }

  /// Begins to read, from the first row on.
  ///
  /// - Returns: what reads it.
  /// - Throws: `PackedIrregular` where it can't be read here, or what the file says.
  func reader() throws -> any RowsReader
}

/// One that libvips can read too.
protocol HeadedRowsFile: RowsFile {
  /// What the file's head says.
  var header: SourceHeader { get }
  /// Whether that is all there is to know; else libvips is asked what colors are and how it is turned.
  var isToldWhole: Bool { get }

  /// Reads as much as tells whether there are pixels behind the head.
  ///
  /// - Throws: `PackedIrregular` where they can't be read here, or what the file says.
  func prove() throws
}

extension HeadedRowsFile {
  var bands: Int { header.bands }
}

/// Reads a file's rows in their order, some of them at a time.
protocol RowsReader {
  /// Does so many pieces of work on all threads that are free, and says whether they are done.
  typealias Share = (Int, @escaping SharedPieces.Body) throws -> Bool

  /// Says of what kind of tiles the picture is best made, where that is to be found out by what it
  /// shows.
  ///
  /// - Parameters:
  ///   - side: of a tile, in pixels.
  ///   - quality: asked for.
  /// - Returns: nil where the recipe says it.
  /// - Throws: what the file says, or an encoder.
  func suitingTiles(side: Int, quality: Int) throws -> WrittenTiles?

  /// Reads the next rows.
  ///
  /// - Parameters:
  ///   - target: where they go.
  ///   - share: helps with work that is in pieces.
  /// - Returns: false when the cut has failed elsewhere.
  /// - Throws: `PackedIrregular` where they can't be read here, or what the file says.
  func read(into target: BandRows, sharing share: Share) throws -> Bool

  /// Reads what stands behind the last row.
  func finish() throws
}

extension RowsReader {
  func suitingTiles(side: Int, quality: Int) -> WrittenTiles? { nil }
}

/// Rows of a picture, and where they go in a band.
struct BandRows: Sendable {
  let rows: Range<Int>
  let samples: Int
  let band: PixelBand
  /// Where the first one begins.
  let x: Int
  let y: Int
  let fillers: Lending<BandFiller>

  /// Puts some of the rows in their places, by one thread.
  ///
  /// Rows of chroma are halved in pairs: who begins with a row does so with one that is an even number of
  /// rows behind the first, and goes on to the end or to another such row.
  ///
  /// - Parameter body: given what puts a row's samples in their place, from the pixel on that is told.
  /// - Throws: what the closure says.
  func fill(_ body: ((_ row: Int, _ x: Int, Span<UInt8>) -> Void) throws -> Void) throws {
    try fillers.lend { filler in
      try body { row, x, samples in
        filler.put(
          samples, samples: self.samples, into: band, x: self.x + x,
          y: y + row - rows.lowerBound, isLast: row == rows.upperBound - 1)
      }
    }
  }
}
