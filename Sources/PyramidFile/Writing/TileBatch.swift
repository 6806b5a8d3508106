import Digests
package import TileGeometry

/// Encoded tiles on their way to the file: one write for many tiles.
///
/// Each thread fills its own and hands it to the writer when it is large enough; its memory is
/// used again.
package struct TileBatch: Sendable {
  struct Entry: Sendable {
    let address: TileAddress
    let start: Int
    let length: Int
    let checksum: UInt32
  }

  private(set) var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []

  package init(reservingCapacity capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package var byteCount: Int { bytes.count }
  package var isEmpty: Bool { entries.isEmpty }

  package mutating func add(_ tile: RawSpan, at address: TileAddress) {
    entries.append(
      Entry(
        address: address, start: bytes.count, length: tile.byteCount, checksum: CRC32C.of(tile)))
    unsafe tile.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }
}
