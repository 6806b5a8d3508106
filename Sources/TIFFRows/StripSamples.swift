import Inflating
import PyramidFormat

/// From a row of bytes as they are stored to samples of 8 bits.
struct StripSamples {
  private let pixel: Int
  private let bytesPerSample: Int
  private let isBigEndian: Bool
  private let hasPredictor: Bool
  private var row: [UInt8]

  /// - Parameter strips: of the page.
  init(_ strips: TIFFStrips) {
    pixel = strips.samplesPerPixel
    bytesPerSample = strips.bytesPerSample
    isBigEndian = strips.isBigEndian
    hasPredictor = strips.hasPredictor
    let isShown = bytesPerSample == 1 && !hasPredictor
    row =
      isShown
      ? []
      : Array(repeating: 0, count: strips.width * pixel + PixelSums.margin)
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
    var samples = row.mutableSpan
    for index in 0..<stored.count / 2 { samples[index] = stored[2 * index + upper] }
  }

  /// Takes the upper halves of the sums.
  private mutating func addWide(_ stored: Span<UInt8>) {
    let (upper, lower) = isBigEndian ? (0, 1) : (1, 0)
    let pixel = pixel
    var samples = row.mutableSpan
    var sums = SIMD4<UInt16>()
    var index = 0
    for _ in 0..<stored.count / 2 / pixel {
      for sample in 0..<pixel {
        let difference =
          UInt16(stored[2 * index + upper]) << 8 | UInt16(stored[2 * index + lower])
        sums[sample] &+= difference
        samples[index] = UInt8(sums[sample] >> 8)
        index += 1
      }
    }
  }
}
