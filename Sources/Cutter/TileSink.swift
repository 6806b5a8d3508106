import DecoderChildren
import Posix
import PyramidFile
import Synchronization

/// Where the tiles of a cut go, from all its threads, and why they could not.
final class TileSink: Sendable {
  private let writer: PyramidWriter
  private let refusal = Mutex<CutFailure?>(nil)

  init(_ writer: PyramidWriter) { self.writer = writer }

  /// Writes a tile to its place in the upright pyramid.
  func write(
    _ tile: BandSchedule.Tile, of geometry: BandGeometry, _ bytes: Span<UInt8>
  ) throws(PyramidWriteError) {
    do {
      unsafe try writer.append(
        bytes.bytes,
        at: geometry.address(level: tile.level, column: tile.column, row: tile.row))
    } catch {
      if case .file(let error) = error {
        refusal.withLock { $0 = $0 ?? CutFailure(storing: error.errno) }
      }
      throw error
    }
  }

  /// Runs a cut.
  ///
  /// After one thread's tile was refused the others' are too, and whose error comes first hangs on
  /// luck: the cause is what the system said.
  func blamed(_ cut: () throws -> Void) throws {
    do {
      try cut()
    } catch {
      throw refusal.withLock { $0 } ?? error
    }
  }
}
