/// A stream of PackBits (TIFF 6.0, 9), unpacked piece by piece.
@safe
package final class PackBitsStream {
  /// What a byte stands for that says how the next ones are to be read: so many more than it says are
  /// there, or the next one so many times more.
  private static let nothing: UInt8 = 128
  private static let longestRun = 128
  /// Unpacked at one go.
  private static let room = 1 << 16

  private let input: InflateStream.Input
  private var packed: [UInt8]
  private var (next, end) = (0, 0)
  private var isWhole = false
  private var unpacked: [UInt8]
  private var (taken, count) = (0, 0)

  /// - Parameters:
  ///   - longest: bytes that are asked for at once, at most.
  ///   - input: gives the packed bytes.
  package init(longest: Int, _ input: @escaping InflateStream.Input) {
    self.input = input
    packed = Array(repeating: 0, count: Self.room)
    unpacked = Array(
      repeating: 0, count: longest + Self.room + Self.longestRun + PixelSums.margin)
  }

  /// Begins another stream, of which its input gives the bytes.
  package func restart() {
    (next, end, taken, count) = (0, 0, 0, 0)
    isWhole = false
  }

  /// Unpacks some bytes.
  ///
  /// - Parameters:
  ///   - wanted: as many as are taken.
  ///   - body: given them; `PixelSums.margin` bytes behind them can be looked at.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where the stream has fewer, or what its input or the closure says.
  package func take<Result>(
    _ wanted: Int, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    while count - taken < wanted {
      guard try goOn() else { throw PackedIrregular("the stream ends too early") }
    }
    defer { taken += wanted }
    return try body(unpacked.span.extracting(taken..<taken + wanted))
  }

  /// Reads to the stream's end.
  ///
  /// - Throws: ``PackedIrregular`` where there is more to unpack.
  package func finish() throws {
    while count == taken, try goOn() {}
    guard count == taken else { throw PackedIrregular("the stream has more than is wanted") }
  }

  /// Unpacks some runs.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: ``PackedIrregular`` where the last run is cut short, or what the input says.
  private func goOn() throws -> Bool {
    if unpacked.count - PixelSums.margin - count < Self.longestRun { dropTaken() }
    if end - next <= Self.longestRun, !isWhole { try fill() }
    guard next < end else { return false }
    let most = unpacked.count - PixelSums.margin - Self.longestRun
    // Runs of which not all may be here wait for the rest.
    let last = isWhole ? end : end - Self.longestRun
    var isCutShort = false
    unsafe packed.withUnsafeBufferPointer { packed in
      unsafe unpacked.withUnsafeMutableBufferPointer { unpacked in
        guard let source = packed.baseAddress, let target = unpacked.baseAddress else { return }
        while next < last, count <= most {
          let word = unsafe source[next]
          if word < Self.nothing {
            let length = Int(word) + 1
            isCutShort = next + 1 + length > end
            guard !isCutShort else { return }
            unsafe (target + count).update(from: source + next + 1, count: length)
            next += 1 + length
            count += length
          } else if word == Self.nothing {
            next += 1
          } else {
            isCutShort = next + 2 > end
            guard !isCutShort else { return }
            let length = 257 - Int(word)
            unsafe (target + count).update(repeating: source[next + 1], count: length)
            next += 2
            count += length
          }
        }
      }
    }
    guard !isCutShort else { throw PackedIrregular("the stream ends too early") }
    return true
  }

  private func dropTaken() {
    unsafe unpacked.withUnsafeMutableBufferPointer { unpacked in
      guard let base = unpacked.baseAddress else { return }
      unsafe base.update(from: base + taken, count: count - taken)
    }
    count -= taken
    taken = 0
  }

  private func fill() throws {
    unsafe packed.withUnsafeMutableBufferPointer { packed in
      guard let base = packed.baseAddress else { return }
      unsafe base.update(from: base + next, count: end - next)
    }
    end -= next
    next = 0
    while end <= Self.longestRun, !isWhole {
      let got = try unsafe packed.withUnsafeMutableBytes { packed in
        var room = unsafe MutableRawSpan(_unsafeBytes: packed[end...])
        return try input(&room)
      }
      precondition(got >= 0 && got <= packed.count - end)
      end += got
      isWhole = got == 0
    }
  }
}
