import JPEGScan

/// JPEG code tables learnt from a few tiles, for all tiles like them.
package final class HuffmanCodes: Sendable {
  /// Luma DC and AC, then chroma DC and AC.
  let tables: [HuffmanSpecification]

  init(tables: [HuffmanSpecification]) { self.tables = tables }
}
