import Digests
package import Posix
package import PyramidFormat
import Synchronization
package import TileGeometry

/// Writes a pyramid's tiles in any order and from any thread, and its index at the very end.
///
/// Until ``finish()`` the file begins with zeros: nothing takes it for a TIFF.
package final class PyramidWriter: Sendable {
  private struct State {
    var head: [UInt8]
    var end: Int64
    var missing: Int
    var failed = false
    var pieces: WrittenPieces
  }

  package let layout: PyramidLayout
  private let file: FileDescriptor
  private let path: FilePath
  private let state: Mutex<State>
  private let finest: Reduction

  /// Writes into an empty file that is there already: see the store's publications.
  package convenience init(_ path: FilePath, layout: PyramidLayout) throws(PyramidWriteError) {
    do throws(FileError) {
      self.init(try FileDescriptor.open(path, .writing), path: path, layout: layout)
    } catch {
      throw .file(error)
    }
  }

  /// Writes into an open file.
  ///
  /// - Parameters:
  ///   - file: open for writing.
  ///   - path: what errors call it.
  ///   - layout: of the pyramid.
  ///   - finest: the reduction of the first level that is written; the tiles of finer ones are left
  ///     out, as sparse files do.
  package init(
    _ file: consuming FileDescriptor, path: FilePath, layout: PyramidLayout,
    finest: Reduction = .full
  ) {
    self.file = file
    self.path = path
    self.layout = layout
    self.finest = finest
    let missing = layout.levels.reduce(0) {
      $1.level.reduction < finest ? $0 : $0 + $1.tileCount
    }
    self.state = Mutex(
      State(
        head: layout.head, end: Int64(layout.headLength), missing: missing,
        pieces: WrittenPieces(from: Int64(layout.headLength))))
  }

  /// Bytes the file has so far.
  package var byteCount: Int64 { state.withLock { $0.end } }

  /// Writes one tile, or keeps it for the next piece that is written.
  package func append(_ tile: RawSpan, at address: TileAddress) throws(PyramidWriteError) {
    let checksum = CRC32C.of(tile)
    var full = try state.withLock { state throws(PyramidWriteError) in
      try reserve(tile.byteCount, checksum, for: address, in: &state)
      return state.pieces.append(tile)
    }
    while let piece = full.popLast() {
      try unsafe write(piece.bytes.span.bytes, at: piece.place)
      state.withLock { $0.pieces.takeBack(piece) }
    }
  }

  /// Writes the index, after every tile has been appended.
  ///
  /// The file is whole then, but not yet on the disk: that is the store's to wait for. Answers
  /// the file's length in bytes.
  package func finish() throws(PyramidWriteError) -> Int64 {
    let (head, rest, end) = try state.withLock { state throws(PyramidWriteError) in
      guard !state.failed else { throw .failedBefore }
      guard state.missing == 0 else {
        throw .tilesMissing(count: state.missing, first: firstMissing(state.head))
      }
      let checksum = unsafe CRC32C.of(state.head.span.bytes.extracting(first: layout.seal))
      state.head.store(checksum, at: layout.seal)
      return (state.head, state.pieces.rest(), state.end)
    }
    try unsafe write(rest.bytes.span.bytes, at: rest.place)
    try unsafe write(head.span.bytes, at: 0)
    return end
  }

  /// Enters a tile into the tables: its place is where the file ends so far.
  private func reserve(
    _ length: Int, _ checksum: UInt32, for address: TileAddress, in state: inout State
  ) throws(PyramidWriteError) {
    guard !state.failed else { throw .failedBefore }
    let offset = state.end
    guard layout.isBig || offset + Int64(length) <= Int64(UInt32.max) else {
      state.failed = true
      throw .pastFourGigabytes
    }
    do throws(PyramidWriteError) {
      try enter(address, length, checksum, at: offset, into: &state)
    } catch {
      state.failed = true
      throw error
    }
    state.end = offset + Int64(length)
  }

  private func enter(
    _ address: TileAddress, _ length: Int, _ checksum: UInt32, at place: Int64,
    into state: inout State
  ) throws(PyramidWriteError) {
    let index = Int(address.reduction.exponent - layout.ladder.finest.exponent)
    guard layout.levels.indices.contains(index) else { throw .noSuchTile(address) }
    let tables = layout.levels[index]
    guard tables.level.contains(column: address.column, row: address.row) else {
      throw .noSuchTile(address)
    }
    guard length > 0, length <= Int(Int32.max) else { throw .tileLength(length, address) }
    let tile = Int(address.row) * Int(tables.level.columns) + Int(address.column)
    guard !isEntered(tile, of: tables, in: state.head) else { throw .tileWrittenTwice(address) }
    if layout.isBig {
      state.head.store(UInt64(place), at: tables.offsets + tile * 8)
    } else {
      state.head.store(UInt32(place), at: tables.offsets + tile * 4)
    }
    state.head.store(UInt32(length), at: tables.byteCounts + tile * 4)
    state.head.store(checksum, at: tables.checksums + tile * 4)
    state.missing -= 1
  }

  /// A tile has at least one byte, so its length is not zero once it is there.
  private func isEntered(
    _ tile: Int, of tables: PyramidLayout.LevelTables, in head: [UInt8]
  ) -> Bool {
    let place = tables.byteCounts + tile * 4
    return head[place..<place + 4].contains { $0 != 0 }
  }

  private func firstMissing(_ head: [UInt8]) -> TileAddress {
    for tables in layout.levels where tables.level.reduction >= finest {
      for tile in 0..<tables.tileCount where !isEntered(tile, of: tables, in: head) {
        let columns = Int(tables.level.columns)
        return TileAddress(
          reduction: tables.level.reduction, column: Int32(tile % columns),
          row: Int32(tile / columns))
      }
    }
    return TileAddress(reduction: layout.ladder.finest, column: 0, row: 0)
  }

  private func write(_ bytes: RawSpan, at offset: Int64) throws(PyramidWriteError) {
    do throws(Errno) {
      try file.write(bytes, at: offset)
    } catch {
      state.withLock { $0.failed = true }
      throw .file(FileError("write", path, error))
    }
  }
}
