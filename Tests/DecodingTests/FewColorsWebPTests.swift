import SeededNumbers
import Testing

@testable import Decoding
@testable import Encoding

/// Pictures of few colors, as libwebp reads what was written of them.
@Suite struct FewColorsWebPTests {
  /// What colors follow each other.
  enum Manner: CaseIterable {
    case noise, runs, rows, shifted, rare

    func numbers(_ colors: Int, width: Int, height: Int, _ random: inout SplitMix) -> [Int] {
      var numbers = (0..<width * height).map { _ in random.int(0...colors - 1) }
      for index in numbers.indices {
        let (x, y) = (index % width, index / width)
        switch self {
        case .noise: break
        case .runs: if x % 7 > 0 { numbers[index] = numbers[index - 1] }
        case .rows: if y % 5 > 0 { numbers[index] = numbers[index - width] }
        case .shifted: if y > 0, x > 0 { numbers[index] = numbers[index - width - 1] }
        case .rare: if random.int(0...40) > 0 { numbers[index] = 0 }
        }
      }
      return numbers
    }
  }

  @Test(
    arguments: [(1, 1), (1, 9), (3, 5), (17, 2), (100, 13), (256, 256)], Manner.allCases)
  func `every pixel comes back`(size: (width: Int, height: Int), manner: Manner) throws {
    var random = SplitMix(seed: UInt64(size.width + size.height))
    let counts = size.width < 256 ? [1, 2, 3, 4, 5, 16, 17, 255, 256, 257, 1100] : [5, 40, 1000]
    for count in counts {
      let colors = (0..<count).map { _ in (0..<3).map { _ in UInt8(random.int(0...255)) } }
      let numbers = manner.numbers(count, width: size.width, height: size.height, &random)
      // The fourth byte means nothing.
      let pixels = numbers.flatMap { colors[$0] + [UInt8(random.int(0...255))] }
      let file = try PictureEncoding.encodeExactWebP(
        pixels, width: size.width, height: size.height)
      let found = try decoded(file, size.width, size.height)
      let isSame = found == numbers.flatMap { colors[$0] }
      #expect(isSame, "\(count) colors")
    }
  }

  @Test func `what an encoder keeps of a picture is not seen in the next one`() {
    var random = SplitMix(seed: 7)
    let (width, height) = (64, 40)
    let encoder = FewColorsWebP(pixels: width * height)
    for manner in Manner.allCases {
      // Of several pixels to a byte, of a list of colors, and of more than a list may have.
      for count in [3, 100, 900] {
        let numbers = manner.numbers(count, width: width, height: height, &random)
        var pixels: [UInt8] = []
        for number in numbers { pixels += [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0xFF] }
        func file(by encoder: FewColorsWebP) -> [UInt8]? {
          unsafe pixels.withUnsafeBufferPointer { pixels in
            guard let first = pixels.baseAddress else { return nil }
            return unsafe encoder.encode(first, stride: 4 * width, width: width, height: height)
          }
        }
        let fresh = file(by: FewColorsWebP(pixels: width * height))
        #expect(fresh != nil)
        #expect(file(by: encoder) == fresh, "\(manner), \(count) colors")
      }
    }
  }

  @Test func `of one color no pixel is told`() throws {
    func length(_ side: Int) throws -> Int {
      let pixels = [UInt8](repeating: 0xFF, count: 4 * side * side)
      return try PictureEncoding.encodeExactWebP(pixels, width: side, height: side).count
    }
    #expect(try length(512) == length(1))
  }

  @Test(arguments: [15, 7])
  func `words of a code are all that there are, and none is too long`(longest: Int) {
    // Each as rare as the two before it together: left to themselves words grow by a bit each.
    var counts: [UInt32] = [1, 1]
    while counts.count < 19 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    let code = PrefixCode([0] + counts + [0], longest: longest)
    let words = code.lengths.filter { $0 > 0 }
    #expect(words.count == counts.count && words.allSatisfy { $0 <= longest })
    #expect(words.reduce(0) { $0 + 1 << (longest - Int($1)) } == 1 << longest)
  }

  /// Red, green and blue of each pixel.
  private func decoded(_ file: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
    let decoded = try unsafe PictureDecoding.decodeWebP(
      file.span.bytes, width: width, height: height)
    #expect(!decoded.hasAlpha)
    return decoded.pixels.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
  }
}
