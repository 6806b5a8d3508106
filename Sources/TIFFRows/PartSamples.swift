import Inflating
import PyramidFormat

/// From a row of bytes as they are stored to samples of 8 bits.
struct PartSamples {
  private let pixel: Int
  private let bytesPerSample: Int
  private let isBigEndian: Bool
  private let hasPredictor: Bool
  private var row: [UInt8]

  /// - Parameter parts: of the page.
  init(_ parts: TIFFParts) {
    pixel = parts.samplesPerPart
    bytesPerSample = parts.bytesPerSample
    isBigEndian = parts.isBigEndian
    hasPredictor = parts.hasPredictor
    let isShown = bytesPerSample == 1 && !hasPredictor
    row =
      isShown
      ? []
      : Array(repeating: 0, count: parts.partWidth * pixel + PixelSums.margin)
  }

  /// Shows a row's samples.
  ///
  /// - Parameters:
  ///   - stored: the row; `PixelSums.margin` bytes behind it can be looked at.
  ///   - body: given them.
  /// - Returns: what the closure says.
  /// - Throws: what the closure says.
  mutating func show<Result>(
    _ stored: Span<UInt8>, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    switch (bytesPerSample, hasPredictor) {
    case (1, false): return try body(stored)
    case (1, true): add(stored)
    case (_, false): narrow(stored)
    case (_, true): addWide(stored)
    }
    return try body(row.span.extracting(0..<stored.count / bytesPerSample))
  }

  private mutating func add(_ stored: Span<UInt8>) {
    let pixel = pixel
    unsafe stored.withUnsafeBufferPointer { stored in
      unsafe row.withUnsafeMutableBufferPointer { row in
        guard let source = stored.baseAddress, let target = row.baseAddress else { return }
        unsafe PixelSums.add(source, into: target, count: stored.count, step: pixel)
      }
    }
  }

  /// Takes the upper halves.
  private mutating func narrow(_ stored: Span<UInt8>) {
    let upper = isBigEndian ? 0 : 1
    let count = stored.count / 2
    precondition(count <= row.count)
    unsafe stored.withUnsafeBufferPointer { stored in
      unsafe row.withUnsafeMutableBufferPointer { row in
        guard let source = stored.baseAddress, let target = row.baseAddress else { return }
        for index in 0..<count { unsafe target[index] = source[2 &* index &+ upper] }
      }
    }
  }

  /// Takes the upper halves of the sums.
  private mutating func addWide(_ stored: Span<UInt8>) {
    let (count, pixel, isBigEndian) = (stored.count / 2, pixel, isBigEndian)
    precondition(count <= row.count)
    unsafe stored.withUnsafeBufferPointer { stored in
      unsafe row.withUnsafeMutableBufferPointer { row in
        guard let source = unsafe UnsafeRawPointer(stored.baseAddress), let target = row.baseAddress
        else { return }
        // Told apart, so that each has its own loop.
        switch pixel {
        case 1: unsafe Self.addWide(source, target, count, pixel: 1, isBigEndian)
        case 3: unsafe Self.addWide(source, target, count, pixel: 3, isBigEndian)
        default: unsafe Self.addWide(source, target, count, pixel: pixel, isBigEndian)
        }
      }
    }
  }

  @inline(__always)
  private static func addWide(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt8>, _ count: Int, pixel: Int,
    _ isBigEndian: Bool
  ) {
    for sample in 0..<pixel {
      var sum: UInt16 = 0
      var index = sample
      while index < count {
        let stored = unsafe source.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self)
        sum &+= isBigEndian ? stored.bigEndian : stored.littleEndian
        unsafe target[index] = UInt8(truncatingIfNeeded: sum &>> 8)
        index &+= pixel
      }
    }
  }
}
