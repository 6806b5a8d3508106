/// A row of tiles as the next level has it: a scan's components, each sample the mean of several.
@safe
package final class ShrunkPlanes {
  /// One component: rows without gaps, as wide as the row's whole tiles.
  @safe
  package struct Plane {
    package let base: UnsafeMutablePointer<UInt8>
    /// Bytes from a row to the next.
    package let stride: Int
    package let rows: Int
  }

  package let planes: [Plane]
  private let storage: UnsafeMutablePointer<UInt8>

  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: a multiple of an MCU's sides, in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  ///   - columns: tiles in the row.
  init(_ header: ScanHeader, tileSide: Int, quartersChroma: Bool, columns: Int) {
    var sizes: [(stride: Int, rows: Int)] = []
    let shrinkings = Shrinking.all(of: header, quartersChroma: quartersChroma)
    for (component, shrinking) in zip(header.components, shrinkings) {
      let width = columns * tileSide / header.across * component.across
      let height = tileSide / header.down * component.down
      sizes.append((width / shrinking.across, height / shrinking.down))
    }
    let total = sizes.reduce(0) { $0 + $1.stride * $1.rows }
    unsafe storage = .allocate(capacity: total)
    unsafe storage.initialize(repeating: 0, count: total)
    var next = unsafe storage
    var planes: [Plane] = []
    for size in sizes {
      unsafe planes.append(Plane(base: next, stride: size.stride, rows: size.rows))
      unsafe next += size.stride * size.rows
    }
    self.planes = planes
  }

  deinit { unsafe storage.deallocate() }
}
