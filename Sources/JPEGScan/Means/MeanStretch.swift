/// A stretch of a scan, read from any bit on as if an MCU began there.
///
/// Huffman codes come into step by themselves: sooner or later an MCU is taken to begin where one does,
/// and from there on both readers are the same machine in the same state. Whoever joins stretches
/// knows that place when there, and takes nothing that lies before it.
///
/// One thread reads it, and another looks at it when that is done, which `@unchecked Sendable` rests
/// on.
@safe
package final class MeanStretch: @unchecked Sendable {
  private let blocks: [MCUBlock]
  private let readers: [SkippingReader]
  private var base: UnsafePointer<UInt8>
  private var range = 0..<0
  private var isExact = false
  private let positions: UnsafeMutablePointer<UInt32>
  /// The DC of each block, counted from 0 where the stretch begins; it may have gone round.
  let means: UnsafeMutablePointer<Int16>
  private(set) var count = 0
  /// Behind the last MCU, in bits of the window.
  private(set) var end = 0

  /// MCUs that are read at most: where they are shorter than a dozen bytes nothing is won by more.
  private static let most = 1 << 17
  /// Places that are tried in vain before the stretch is left to who joins; each costs an MCU at most.
  private static let tries = 1 << 13

  init(_ blocks: [MCUBlock], _ readers: [SkippingReader], _ window: ScanWindow) {
    self.blocks = blocks
    self.readers = readers
    unsafe base = UnsafePointer(window.base)
    unsafe positions = .allocate(capacity: Self.most)
    unsafe means = .allocate(capacity: Self.most * blocks.count)
  }

  deinit {
    unsafe positions.deallocate()
    unsafe means.deallocate()
  }

  /// Says what is to be read.
  ///
  /// - Parameters:
  ///   - window: that has it.
  ///   - range: in bits; MCUs that begin there are read.
  ///   - isExact: whether an MCU begins with it.
  func set(_ window: ScanWindow, _ range: Range<Int>, isExact: Bool) {
    unsafe base = UnsafePointer(window.base)
    self.range = range
    self.isExact = isExact
    count = 0
    end = range.lowerBound
  }

  /// Reads it; what is no scan is left out.
  package func read() {
    var reader = unsafe BitReader(base, at: range.lowerBound)
    var predictors = InlineArray<3, Int32>(repeating: 0)
    var (found, failures) = (0, 0)
    var start = range.lowerBound
    while start < range.upperBound, found < Self.most {
      unsafe positions[found] = UInt32(truncatingIfNeeded: start)
      let place = unsafe means + found &* blocks.count
      if unsafe readers.readMeans(blocks, &reader, &predictors, into: place) {
        found &+= 1
        start = unsafe reader.position(from: base)
        continue
      }
      failures += 1
      guard !isExact, failures < Self.tries else { break }
      (found, predictors) = (0, InlineArray(repeating: 0))
      start += 1
      unsafe reader = BitReader(base, at: start)
    }
    count = found
    end = start
  }

  /// Which MCU begins at a place.
  ///
  /// - Parameter position: in bits of the window.
  /// - Returns: nil where none was found to begin.
  func mcu(at position: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe Int(positions[middle]) < position { low = middle + 1 } else { high = middle }
    }
    return unsafe low < count && Int(positions[low]) == position ? low : nil
  }

  /// Where an MCU begins, in bits of the window; behind the last one, its end.
  func position(of mcu: Int) -> Int { mcu < count ? Int(unsafe positions[mcu]) : end }
}

extension [SkippingReader] {
  /// Reads an MCU for its blocks' DC alone.
  ///
  /// - Parameters:
  ///   - blocks: of the MCU.
  ///   - reader: stands before it, and behind it afterwards.
  ///   - predictors: the last DC of each component.
  ///   - target: gets the DC of each block, what passes 16 bits cut off.
  /// - Returns: false for what is no MCU.
  @inline(__always)
  func readMeans(
    _ blocks: [MCUBlock], _ reader: inout BitReader, _ predictors: inout InlineArray<3, Int32>,
    into target: UnsafeMutablePointer<Int16>
  ) -> Bool {
    for place in blocks.indices {
      let index = blocks[place].component
      guard let difference = unsafe self[index].difference(&reader) else { return false }
      predictors[index] &+= difference
      unsafe target[place] = Int16(truncatingIfNeeded: predictors[index])
      guard unsafe self[index].skipCoefficients(&reader) else { return false }
    }
    return true
  }
}
