import Pixels
import TileGeometry

/// One row of a JPEG's blocks, 8 or 16 luma rows, on its way into a band.
///
/// Where the file's planes are the band's and the rows meet, libjpeg writes into the band itself;
/// elsewhere it writes here, and rows are copied, their chroma averaged to the band's.
@safe
final class JPEGStrip {
  typealias RowPointers = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

  /// Luma rows.
  let height: Int
  /// The three planes' row pointers that libjpeg is given.
  let rows: RowPointers

  private static let mostRows = 32
  private let planeCount: Int
  private let ratio: ChromaSampling
  private let imageHeight: Int
  private let bandShift: Int
  private let sizes: [(width: Int, rows: Int, stride: Int)]
  private var storage: [UnsafeMutablePointer<UInt8>] = unsafe []

  init(header: JPEGHeader, layout: PixelLayout) {
    let ratio = header.ratio ?? .full
    self.ratio = ratio
    imageHeight = header.height
    planeCount = layout.planes.count
    bandShift = layout.planes.last?.shift ?? 0
    height = 8 * header.lumaSampling.down
    let luma = (width: header.width, rows: height, stride: (header.width + 63) / 32 * 32)
    let chromaWidth = (header.width + ratio.across - 1) / ratio.across
    let chroma = (
      width: chromaWidth, rows: height / ratio.down, stride: (chromaWidth + 63) / 32 * 32
    )
    sizes = planeCount == 1 ? [luma] : [luma, chroma, chroma]
    unsafe rows = .allocate(capacity: 3 * Self.mostRows)
    unsafe rows.initialize(repeating: nil, count: 3 * Self.mostRows)
  }

  deinit {
    unsafe rows.deallocate()
    unsafe storage.forEach { unsafe $0.deallocate() }
  }

  func rowPointers(_ plane: Int) -> RowPointers { unsafe rows + plane * Self.mostRows }

  /// Whether libjpeg can write the next strip straight into a band.
  func fits(_ band: PixelBand, x: Int, row: Int) -> Bool {
    let bandRatio: ChromaSampling = bandShift == 0 ? .full : .quartered
    let asStored = ratio == bandRatio || planeCount == 1
    return asStored && x == 0 && row % height == 0
  }

  func point(at band: PixelBand, row: Int) {
    for plane in 0..<planeCount {
      let target = band.planes[plane]
      let pointers = unsafe rowPointers(plane)
      let first = unsafe target.address(x: 0, y: row)
      for index in 0..<sizes[plane].rows {
        unsafe pointers[index] = unsafe first + index * target.stride
      }
    }
  }

  func pointAtItself() {
    if unsafe storage.isEmpty {
      unsafe storage = sizes.map { .allocate(capacity: $0.stride * $0.rows) }
    }
    for plane in 0..<planeCount {
      let pointers = unsafe rowPointers(plane)
      for index in 0..<sizes[plane].rows {
        unsafe pointers[index] = unsafe storage[plane] + index * sizes[plane].stride
      }
    }
  }

  /// Hands out what was decoded into it.
  ///
  /// - Parameters:
  ///   - first: its first luma row's place in the image.
  ///   - body: given each row of each plane that is of the picture.
  /// - Throws: what the closure says.
  func forEachRow(
    from first: Int, _ body: (_ plane: Int, _ row: Int, _ samples: Span<UInt8>) throws -> Void
  ) throws {
    for (plane, size) in sizes.enumerated() {
      let down = plane == 0 ? 1 : ratio.down
      for line in 0..<size.rows {
        let row = first / down + line
        guard row * down < imageHeight else { break }
        try body(
          plane, row,
          unsafe Span(
            _unsafeStart: UnsafePointer(storage[plane] + line * size.stride), count: size.width))
      }
    }
  }

  /// Copies decoded rows into a band.
  ///
  /// - Parameters:
  ///   - row: the strip's first luma row to copy; even where the band's chroma is halved.
  ///   - count: luma rows.
  ///   - band: where they go.
  ///   - x: the band's column for their first pixel.
  ///   - y: the band's row for the first of them.
  func copy(row: Int, count: Int, into band: PixelBand, x: Int, y: Int) {
    for plane in 0..<planeCount {
      let target = band.planes[plane]
      let size = sizes[plane]
      if plane == 0 {
        for line in 0..<count {
          unsafe target.address(x: x, y: y + line).update(
            from: storage[0] + (row + line) * size.stride, count: size.width)
        }
      } else {
        // Chroma rows of the band that these luma rows have, and of the strip for each of them.
        let lines = (count + (1 << bandShift) - 1) >> bandShift
        let down = max(1, (1 << bandShift) / ratio.down)
        let across = max(1, (1 << bandShift) / ratio.across)
        for line in 0..<lines {
          let first = row / ratio.down + line * down
          let last = min(first + down, size.rows) - 1
          unsafe Self.average(
            storage[plane] + first * size.stride, storage[plane] + last * size.stride,
            across: across, width: size.width, into: target.address(x: x, y: y + line << bandShift))
        }
      }
    }
  }

  /// The mean of two rows, or of one twice, and of `across` neighbours.
  private static func average(
    _ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>, across: Int,
    width: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    if across == 1 {
      guard unsafe upper != lower else {
        unsafe target.update(from: upper, count: width)
        return
      }
      for x in 0..<width {
        let sum = unsafe UInt16(upper[x]) &+ UInt16(lower[x]) &+ UInt16(x & 1)
        unsafe target[x] = UInt8(truncatingIfNeeded: sum &>> 1)
      }
      return
    }
    for x in 0..<width / 2 {
      let above = unsafe UInt16(upper[2 * x]) &+ UInt16(upper[2 * x + 1])
      let below = unsafe UInt16(lower[2 * x]) &+ UInt16(lower[2 * x + 1])
      unsafe target[x] = UInt8(truncatingIfNeeded: (above &+ below &+ 1 &+ UInt16(x & 1)) &>> 2)
    }
    if width % 2 == 1 {
      let sum = unsafe UInt16(upper[width - 1]) + UInt16(lower[width - 1])
      unsafe target[width / 2] = UInt8(truncatingIfNeeded: (sum + 1) / 2)
    }
  }
}
