/// Eight output rows in work, between the two passes of resampling.
struct RowMixer {
  /// Rows that are mixed at a time: as many as a vector has samples.
  static let rows = 8

  private typealias Block = Kernel.Weight

  /// What a sum of bytes begins with: half of the last place for rounding, less the 128 that each
  /// byte is above what it stands for.
  ///
  /// Sums may wrap on their way; at its end each one fits.
  private static let start = Kernel.one / 2 &- 128 &* Kernel.one

  private let samples: Int
  private let channels: Int
  /// After the first pass: the same sample of all rows side by side, as differences to 128.
  private var mixed: [Block]

  /// Room for eight rows.
  ///
  /// - Parameters:
  ///   - samples: of a row of the source, as far as they are needed.
  ///   - channels: samples a pixel.
  init(samples: Int, channels: Int) {
    self.samples = samples
    self.channels = channels
    mixed = Array(repeating: Block(), count: samples)
  }

  // MARK: Rows

  /// Mixes the source's rows to eight output rows, or to fewer at the end.
  ///
  /// - Parameters:
  ///   - source: whose rows they are.
  ///   - start: the first sample that is needed of each.
  ///   - kernel: of the rows.
  ///   - output: the first output row.
  mutating func mixRows(of source: Raster, from start: Int, kernel: Kernel, output: Int) {
    let stride = source.width * source.channels
    let last = kernel.starts.count - 1
    let samples = samples
    unsafe source.bytes.withUnsafeBytes { bytes in
      unsafe kernel.weights.withUnsafeBufferPointer { weights in
        unsafe mixed.withUnsafeMutableBufferPointer { mixed in
          guard let bytes = bytes.baseAddress, let weights = weights.baseAddress,
            let mixed = mixed.baseAddress
          else { return }
          unsafe withUnsafeTemporaryAllocation(of: Row.self, capacity: Self.rows) { rows in
            for lane in 0..<Self.rows {
              // What is beyond the end is mixed once more, and not taken.
              let row = min(last, output + lane)
              unsafe rows.initializeElement(
                at: lane,
                to: Row(
                  first: bytes + kernel.starts[row] * stride + start,
                  weights: weights + kernel.places[row]))
            }
            guard let rows = rows.baseAddress else { return }
            unsafe Self.mix(
              rows, samples: samples, taps: kernel.taps, stride: stride, to: mixed)
          }
        }
      }
    }
  }

  /// Where the source rows of an output row begin, and what they weigh.
  @unsafe
  private struct Row {
    let first: UnsafeRawPointer
    let weights: UnsafePointer<Block>
  }

  /// Sixteen samples of all rows at a time: the source's rows stay in the nearest cache meanwhile.
  private static func mix(
    _ rows: UnsafePointer<Row>, samples: Int, taps: Int, stride: Int,
    to mixed: UnsafeMutablePointer<Block>
  ) {
    guard samples >= 16 else {
      for sample in 0..<samples {
        for lane in 0..<Self.rows {
          unsafe mixed[sample][lane] = mean(rows[lane], at: sample, taps: taps, stride: stride)
        }
      }
      return
    }
    var evens = EightBlocks()
    var odds = EightBlocks()
    var index = 0
    while true {
      for lane in 0..<Self.rows {
        let (even, odd) = unsafe means(rows[lane], at: index, taps: taps, stride: stride)
        evens[lane] = even
        odds[lane] = odd
      }
      evens.transpose()
      odds.transpose()
      let out = unsafe mixed + index
      for pair in 0..<8 {
        unsafe out[2 &* pair] = evens[pair]
        unsafe out[2 &* pair &+ 1] = odds[pair]
      }
      guard index < samples &- 16 else { return }
      index = min(index &+ 16, samples &- 16)
    }
  }

  /// Sixteen samples of an output row, the even ones and the odd ones.
  @inline(__always)
  private static func means(
    _ row: Row, at index: Int, taps: Int, stride: Int
  ) -> (Block, Block) {
    // Bytes are taken as pairs. What pairs weigh is what their even bytes do and 256 times what their
    // odd ones do, of which only the lowest places are kept: once the odd ones' sum is known, it is
    // taken away there, so that even bytes need not be freed of the odd ones each time.
    var pairs = Block()
    var odd = Block()
    var place = unsafe row.first + index
    for tap in 0..<taps {
      let bytes = unsafe place.loadUnaligned(as: SIMD8<UInt16>.self)
      let weight = unsafe row.weights[tap]
      pairs &+= unsafe unsafeBitCast(bytes, to: Block.self) &* weight
      odd &+= unsafe unsafeBitCast(bytes &>> 8, to: Block.self) &* weight
      unsafe place += stride
    }
    let start = Block(repeating: start)
    return (mean(pairs &- odd &<< 8 &+ start), mean(odd &+ start))
  }

  /// A sample of an output row.
  private static func mean(_ row: Row, at index: Int, taps: Int, stride: Int) -> Int16 {
    var sum = start
    for tap in 0..<taps {
      let sample = unsafe row.first.load(fromByteOffset: index + tap * stride, as: UInt8.self)
      sum &+= unsafe Int16(sample) &* row.weights[tap][0]
    }
    return max(-128, min(127, sum >> 7))
  }

  @inline(__always)
  private static func mean(_ sum: Block) -> Block { clamped(sum &>> 7) }

  /// Lanczos goes beyond black and white; what it makes is cut off there.
  @inline(__always)
  private static func clamped(_ means: Block) -> Block {
    pointwiseMin(pointwiseMax(means, Block(repeating: -128)), Block(repeating: 127))
  }

  // MARK: Columns

  /// Mixes the columns of the rows in work, and puts them in their place.
  ///
  /// - Parameters:
  ///   - kernel: of the columns.
  ///   - firstColumn: that the rows in work begin with.
  ///   - target: the first of the rows, all of which follow it.
  ///   - rows: how many of them there are.
  func mixColumns(
    _ kernel: Kernel, firstColumn: Int, into target: UnsafeMutableRawPointer, rows: Int
  ) {
    let count = kernel.starts.count * channels
    let taps = kernel.taps
    let channels = channels
    unsafe mixed.withUnsafeBufferPointer { mixed in
      unsafe kernel.weights.withUnsafeBufferPointer { weights in
        unsafe kernel.starts.withUnsafeBufferPointer { starts in
          unsafe kernel.places.withUnsafeBufferPointer { places in
            guard let mixed = mixed.baseAddress, let weights = weights.baseAddress else { return }
            var columns = EightBlocks()
            var index = 0
            while index < count {
              // The last ones are mixed by themselves where they are fewer than eight.
              let width = min(8, count &- index)
              if channels == 1 {
                for output in 0..<width {
                  let pixel = index &+ output
                  columns[output] = unsafe Self.uncut(
                    mixed + (starts[pixel] &- firstColumn), step: 1, weights + places[pixel],
                    taps: taps)
                }
              } else {
                for output in 0..<width {
                  let sample = index &+ output
                  let pixel = sample &>> 2
                  let first = unsafe (starts[pixel] &- firstColumn) &* 4 &+ sample & 3
                  columns[output] = unsafe Self.uncut(
                    mixed + first, step: 4, weights + places[pixel], taps: taps)
                }
              }
              columns.transpose()
              // Cutting off and packing to bytes are one instruction where they follow each other.
              for row in 0..<rows {
                let bytes = SIMD8<UInt8>(truncatingIfNeeded: Self.clamped(columns[row]) &+ 128)
                let place = unsafe target + (row &* count &+ index)
                if width == 8 {
                  unsafe place.storeBytes(of: bytes, as: SIMD8<UInt8>.self)
                } else {
                  for output in 0..<width {
                    unsafe place.storeBytes(of: bytes[output], toByteOffset: output, as: UInt8.self)
                  }
                }
              }
              index &+= 8
            }
          }
        }
      }
    }
  }

  /// A sample of all rows, which may be beyond black or white.
  @inline(__always)
  private static func uncut(
    _ first: UnsafePointer<Block>, step: Int, _ weights: UnsafePointer<Block>, taps: Int
  ) -> Block {
    var sum = Block(repeating: Kernel.one / 2)
    var column = unsafe first
    var weight = unsafe weights
    for _ in 0..<taps {
      unsafe sum &+= column.pointee &* weight.pointee
      unsafe column += step
      unsafe weight += 1
    }
    return sum &>> 7
  }
}
