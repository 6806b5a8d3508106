/// JPEG code tables learnt from a few tiles, for all tiles like them.
///
/// The standard's example tables waste a tenth of the bytes of most pictures; tables made for every
/// single tile would take three times as long.
package final class HuffmanCodes: Sendable {
  struct Table: Equatable, Sendable {
    /// How many codes there are of each length, 1 to 16; the first number is not used.
    var bits: [UInt8]
    /// The symbols, shortest code first.
    var values: [UInt8]
  }

  /// Luma DC and AC, then chroma DC and AC.
  let tables: [Table]

  init(tables: [Table]) { self.tables = tables }
}
