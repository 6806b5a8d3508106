/// Rows that were packed as differences of neighbors: what PNG calls its filter Sub (PNG, 9.2), and
/// TIFF horizontal differencing (TIFF 6.0, 14).
package enum PixelSums {
  /// Bytes that are written, and read, behind a row.
  package static let margin = 4

  /// A pixel of four bytes at most; those that it has not are the next one's, and are written anew.
  private typealias Pixel = SIMD4<UInt8>

  /// Adds up pixels of four bytes at most.
  ///
  /// - Parameters:
  ///   - source: the differences; ``margin`` bytes behind them are looked at.
  ///   - target: where the sums go; so many bytes behind them are written.
  ///   - count: bytes of the row.
  ///   - step: from a byte to the one of the next pixel.
  package static func add(
    _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int, step: Int
  ) {
    switch step {
    // Told apart, so that each has its own loop.
    case 3: unsafe addPixels(source, target, count, step: 3)
    case 4: unsafe addPixels(source, target, count, step: 4)
    default: unsafe addPixels(source, target, count, step: step)
    }
  }

  @inline(__always)
  private static func addPixels(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int, step: Int
  ) {
    let (source, target) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
    var left = Pixel()
    var place = 0
    while place < count {
      unsafe left &+= source.loadUnaligned(fromByteOffset: place, as: Pixel.self)
      unsafe target.storeBytes(of: left, toByteOffset: place, as: Pixel.self)
      place &+= step
    }
  }
}
