import DecoderChildren
import Decoding
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
protocol CheckedRowsFile: RowsFile {
  /// Whether another reader of the file's head has found the same.
  func agrees(with header: SourceHeader) -> Bool
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

  /// Puts one of the rows in its place.
  func put(_ row: Int, _ samples: Span<UInt8>) {
    band.copy(samples, samples: self.samples, x: x, y: y + row - rows.lowerBound)
  }
}
