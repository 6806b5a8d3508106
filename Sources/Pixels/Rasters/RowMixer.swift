/// Eight output rows in work, between the two passes of resampling.
struct RowMixer {
  /// Rows that are mixed at a time.
  static let rows = 8

  private typealias Block = Kernel.Weight

  /// What a sum of bytes begins with: half of the last place for rounding, less the 128 that each
  /// byte is above what it stands for.
  ///
  /// Sums may wrap on their way; at its end each one fits.
  private static let start = Kernel.one / 2 &- 128 &* Kernel.one

  private let samples: Int
  private let channels: Int
  /// One row after the first pass, as differences to 128; of sixteen samples first the even ones,
  /// then the odd ones.
  private var line: [Int16]
  /// After the first pass: the same sample of all rows side by side.
  private var mixed: [Int16]

  /// Room for one row.
  ///
  /// - Parameters:
  ///   - samples: of a row of the source, as far as they are needed.
  ///   - channels: samples a pixel.
  init(samples: Int, channels: Int) {
    self.samples = samples
    self.channels = channels
    line = [Int16](repeating: 0, count: samples + 16)
    mixed = [Int16](repeating: 0, count: samples * Self.rows)
  }

  /// Mixes the rows of one output row, from a sample of each on.
  mutating func mixRows(
    of source: Raster, from start: Int, kernel: Kernel, output row: Int, into lane: Int
  ) {
    let stride = source.width * source.channels
    let first = kernel.starts[row] * stride + start
    let taps = kernel.taps
    unsafe source.bytes.withUnsafeBytes { bytes in
      unsafe kernel.weights.withUnsafeBufferPointer { weights in
        unsafe line.withUnsafeMutableBytes { line in
          guard let bytes = bytes.baseAddress, let out = line.baseAddress else { return }
          let place = kernel.places[row]
          let weights = unsafe UnsafeBufferPointer(rebasing: weights[place..<(place + taps)])
          var index = 0
          while index + 16 <= samples {
            // Bytes are taken as pairs, which fall apart into two vectors without being moved.
            var even = Block(repeating: Self.start)
            var odd = Block(repeating: Self.start)
            var place = unsafe bytes + first + index
            for tap in 0..<taps {
              let pairs = unsafe place.loadUnaligned(as: SIMD8<UInt16>.self)
              let weight = unsafe weights[tap]
              even &+= unsafe unsafeBitCast(pairs & 0xFF, to: Block.self) &* weight
              odd &+= unsafe unsafeBitCast(pairs &>> 8, to: Block.self) &* weight
              unsafe place += stride
            }
            unsafe out.storeBytes(of: Self.mean(even), toByteOffset: index * 2, as: Block.self)
            unsafe out.storeBytes(of: Self.mean(odd), toByteOffset: index * 2 + 16, as: Block.self)
            index += 16
          }
          while index < samples {
            var sum = Self.start
            for tap in 0..<taps {
              let pixel = unsafe bytes.load(
                fromByteOffset: first + tap * stride + index, as: UInt8.self)
              sum &+= Int16(pixel) &* (unsafe weights[tap][0])
            }
            let mean = max(-128, min(127, sum >> 7))
            unsafe out.storeBytes(of: mean, toByteOffset: index * 2, as: Int16.self)
            index += 1
          }
        }
      }
    }
    spread(into: lane)
  }

  /// Puts the row at hand beside the others in work.
  private mutating func spread(into lane: Int) {
    unsafe line.withUnsafeBufferPointer { line in
      unsafe mixed.withUnsafeMutableBufferPointer { mixed in
        guard var from = line.baseAddress, let first = mixed.baseAddress else { return }
        var to = unsafe first + lane
        for _ in 0..<(samples / 16) {
          for pair in 0..<8 {
            unsafe to[2 &* pair &* Self.rows] = from[pair]
            unsafe to[(2 &* pair &+ 1) &* Self.rows] = from[pair &+ 8]
          }
          unsafe from += 16
          unsafe to += 16 * Self.rows
        }
        for index in 0..<(samples % 16) { unsafe to[index &* Self.rows] = from[index] }
      }
    }
  }

  /// Mixes the columns of the rows in work, and puts them in their place.
  func mixColumns(
    _ kernel: Kernel, firstColumn: Int, into result: inout Raster, at top: Int, rows: Int
  ) {
    let taps = kernel.taps
    let stride = result.width * channels
    unsafe mixed.withUnsafeBytes { mixed in
      unsafe result.bytes.withUnsafeMutableBytes { bytes in
        unsafe kernel.weights.withUnsafeBufferPointer { weights in
          unsafe kernel.starts.withUnsafeBufferPointer { starts in
            guard let source = mixed.baseAddress, let target = bytes.baseAddress,
              let weights = weights.baseAddress
            else { return }
            var out = unsafe target + top * stride
            for column in 0..<starts.count {
              let first = unsafe (starts[column] - firstColumn) * channels
              let weight = unsafe weights + kernel.places[column]
              for channel in 0..<channels {
                var place = unsafe source + (first + channel) * MemoryLayout<Block>.size
                var sum = Block(repeating: Kernel.one / 2)
                for tap in 0..<taps {
                  let eight = unsafe place.loadUnaligned(as: Block.self)
                  sum &+= unsafe eight &* weight[tap]
                  unsafe place += channels &* MemoryLayout<Block>.size
                }
                let means = SIMD8<UInt8>(truncatingIfNeeded: Self.mean(sum) &+ 128)
                var eight = unsafe unsafeBitCast(means, to: UInt64.self)
                var pixel = unsafe out
                for _ in 0..<rows {
                  unsafe pixel.storeBytes(of: UInt8(truncatingIfNeeded: eight), as: UInt8.self)
                  eight &>>= 8
                  unsafe pixel += stride
                }
                unsafe out += 1
              }
            }
          }
        }
      }
    }
  }

  /// Lanczos goes beyond black and white; what it makes is cut off there.
  private static func mean(_ sum: Block) -> Block {
    pointwiseMin(pointwiseMax(sum &>> 7, Block(repeating: -128)), Block(repeating: 127))
  }
}
