import Inflating

/// How a row of bytes was filtered before it was packed (PNG, 9).
enum RowFilter: UInt8 {
  case none, sub, up, average, paeth

  /// Bytes that are written, and read, around a row: a pixel before it and what a wide step takes
  /// too many.
  static let margin = 16

  /// Undoes the filter.
  ///
  /// - Parameters:
  ///   - source: the filtered row; ``margin`` bytes behind it are looked at.
  ///   - prior: the row before as it was, with zeros before it.
  ///   - target: where the row goes, with zeros before it.
  ///   - count: bytes of the row.
  ///   - step: from a byte to the one of the next pixel: 1 to 8.
  func undo(
    _ source: UnsafePointer<UInt8>, prior: UnsafePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt8>, count: Int, step: Int
  ) {
    switch (self, step) {
    case (.none, _): unsafe target.update(from: source, count: count)
    case (.up, _): unsafe Self.undoUp(source, prior, target, count)
    case (.sub, ...4): unsafe PixelSums.add(source, into: target, count: count, step: step)
    // Told apart, so that each has its own loop.
    case (.average, 3): unsafe Self.undoAverage(source, prior, target, count, step: 3)
    case (.average, 4): unsafe Self.undoAverage(source, prior, target, count, step: 4)
    case (.average, ...4): unsafe Self.undoAverage(source, prior, target, count, step: step)
    case (.paeth, 3): unsafe Self.undoPaeth(source, prior, target, count, step: 3)
    case (.paeth, 4): unsafe Self.undoPaeth(source, prior, target, count, step: 4)
    case (.paeth, ...4): unsafe Self.undoPaeth(source, prior, target, count, step: step)
    case (.sub, _), (.average, _), (.paeth, _):
      unsafe undoByBytes(source, prior, target, count, step: step)
    }
  }

  private static func undoUp(
    _ source: UnsafePointer<UInt8>, _ prior: UnsafePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    let (source, prior) = unsafe (UnsafeRawPointer(source), UnsafeRawPointer(prior))
    let target = UnsafeMutableRawPointer(target)
    for place in stride(from: 0, to: count, by: 16) {
      let above = unsafe prior.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let value = unsafe source.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(
        of: value &+ above, toByteOffset: place, as: SIMD16<UInt8>.self)
    }
  }

  /// A pixel of four bytes at most; those that it has not are the next one's, and are written anew.
  private typealias Pixel = SIMD4<UInt8>

  @inline(__always)
  private static func load(_ bytes: UnsafePointer<UInt8>, _ place: Int) -> Pixel {
    unsafe UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: Pixel.self)
  }

  @inline(__always)
  private static func store(
    _ pixel: Pixel, _ bytes: UnsafeMutablePointer<UInt8>, _ place: Int
  ) {
    unsafe UnsafeMutableRawPointer(bytes).storeBytes(
      of: pixel, toByteOffset: place, as: Pixel.self)
  }

  @inline(__always)
  private static func undoAverage(
    _ source: UnsafePointer<UInt8>, _ prior: UnsafePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int, step: Int
  ) {
    var left = Pixel()
    var place = 0
    while place < count {
      let above = unsafe load(prior, place)
      // Their mean without a ninth bit.
      let mean = (left & above) &+ (left ^ above) &>> 1
      left = unsafe load(source, place) &+ mean
      unsafe store(left, target, place)
      place &+= step
    }
  }

  /// What is nearest to left + above - corner, of these three: with the distances told by a threshold
  /// there is less to wait for from pixel to pixel.
  @inline(__always)
  private static func undoPaeth(
    _ source: UnsafePointer<UInt8>, _ prior: UnsafePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int, step: Int
  ) {
    typealias Wide = SIMD4<Int16>
    var left = Wide()
    var corner = Wide()
    var place = 0
    let zero = Wide()
    while place < count {
      let above = unsafe Wide(truncatingIfNeeded: load(prior, place))
      let value = unsafe Wide(truncatingIfNeeded: load(source, place))
      // left + above - corner lies below, between or above the two as the corner is far above them,
      // near, or far below.
      let threshold = (corner &* 3 &- above) &- left
      let least = pointwiseMin(left, above)
      let most = pointwiseMax(left, above)
      let isLeast = most .<= threshold
      let isMost = threshold .<= least
      let predicted =
        zero.replacing(with: most, where: isMost) | zero.replacing(with: least, where: isLeast)
        | corner.replacing(with: zero, where: isMost .| isLeast)
      left = (value &+ predicted) & 0xFF
      corner = above
      unsafe store(Pixel(truncatingIfNeeded: left), target, place)
      place &+= step
    }
  }

  /// For pixels of more than four bytes.
  private func undoByBytes(
    _ source: UnsafePointer<UInt8>, _ prior: UnsafePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int, step: Int
  ) {
    for place in 0..<count {
      let (left, above, corner) = unsafe (
        Int(target[place - step]), Int(prior[place]), Int(prior[place - step])
      )
      let predicted =
        switch self {
        case .none: 0
        case .sub: left
        case .up: above
        case .average: (left + above) / 2
        case .paeth: Self.paeth(left, above, corner)
        }
      unsafe target[place] = source[place] &+ UInt8(truncatingIfNeeded: predicted)
    }
  }

  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let estimate = left + above - corner
    let far = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
    if far.0 <= far.1, far.0 <= far.2 { return left }
    return far.1 <= far.2 ? above : corner
  }
}
