import Testing

@testable import Pixels

@Suite("Resampling")
struct ResamplingTests {
  struct Case: CustomTestStringConvertible {
    let source: (width: Int, height: Int)
    let rect: SampledRect
    let size: (width: Int, height: Int)
    var testDescription: String { "\(source) \(rect) to \(size)" }
  }

  static let cases = [
    Case(
      source: (100, 80), rect: SampledRect(x: 0, y: 0, width: 100, height: 80), size: (80, 64)),
    Case(
      source: (101, 83), rect: SampledRect(x: 3, y: 5, width: 90, height: 70), size: (37, 29)),
    Case(
      source: (64, 64), rect: SampledRect(x: 0.5, y: 7.25, width: 40.5, height: 33), size: (33, 41)),
    Case(
      source: (40, 30), rect: SampledRect(x: 10, y: 8, width: 12, height: 9), size: (50, 47)),
    Case(source: (5, 3), rect: SampledRect(x: 0, y: 0, width: 5, height: 3), size: (1, 1)),
    Case(source: (1, 1), rect: SampledRect(x: 0, y: 0, width: 1, height: 1), size: (9, 17)),
    Case(
      source: (300, 9), rect: SampledRect(x: 0, y: 0, width: 300, height: 9), size: (7, 9)),
    Case(
      source: (600, 400), rect: SampledRect(x: 0, y: 0, width: 600, height: 400), size: (9, 7)),
  ]

  @Test("Planes and pixels are means by Lanczos", arguments: cases, [1, 4])
  func lanczos(_ given: Case, _ channels: Int) throws {
    let raster = drawnRaster(
      width: given.source.width, height: given.source.height, channels: channels)
    let made = try #require(
      raster.resampled(given.rect, width: given.size.width, height: given.size.height) { false })
    let wanted = naivelyResampled(raster, given.rect, given.size.width, given.size.height)
    #expect(made.width == given.size.width && made.height == given.size.height)
    #expect(made.bytes.count == wanted.count)
    let differences = zip(made.bytes, wanted).map { abs(Double($0) - $1) }
    // Weights are in 128ths and rows are rounded before columns are mixed; far smaller pictures are
    // made of means.
    let isFarSmaller = given.rect.width > 6 * Double(given.size.width)
    #expect(differences.reduce(0, +) / Double(differences.count) < (isFarSmaller ? 1.5 : 1))
    #expect(differences.max() ?? 0 < (isFarSmaller ? 10 : 5))
  }

  @Test("What isn't scaled and lies on whole pixels is copied", arguments: [1, 4])
  func copied(_ channels: Int) throws {
    let raster = drawnRaster(width: 40, height: 30, channels: channels)
    let rect = SampledRect(x: 3, y: 11, width: 21, height: 17)
    let made = try #require(raster.resampled(rect, width: 21, height: 17) { false })
    for y in 0..<17 {
      let start = ((y + 11) * 40 + 3) * channels
      #expect(
        Array(made.bytes[(y * 21 * channels)..<((y + 1) * 21 * channels)])
          == Array(raster.bytes[start..<(start + 21 * channels)]))
    }
  }

  @Test("Black and white stay what they are, and nothing wraps beyond them")
  func extremes() throws {
    var raster = Raster(planeOfWidth: 64, height: 64, value: 0)
    for y in 0..<64 { for x in 32..<64 { raster.bytes[y * 64 + x] = 255 } }
    let whole = SampledRect(x: 0, y: 0, width: 64, height: 64)
    for size in [23, 50, 64, 171] {
      let made = try #require(raster.resampled(whole, width: size, height: size) { false })
      for y in 0..<size {
        #expect(made.bytes[y * size] == 0)
        #expect(made.bytes[y * size + size - 1] == 255)
        // A little dark beside the edge and a little light behind it: Lanczos' rings, cut off.
        let row = made.bytes[(y * size)..<((y + 1) * size)]
        #expect(row.prefix(size * 2 / 5).allSatisfy { $0 < 30 })
        #expect(row.suffix(size * 2 / 5).allSatisfy { $0 > 225 })
      }
    }
  }

  @Test("What is cancelled is not made")
  func cancelled() {
    let raster = Raster(planeOfWidth: 64, height: 64, value: 7)
    let rect = SampledRect(x: 0, y: 0, width: 64, height: 64)
    #expect(raster.resampled(rect, width: 20, height: 20) { true } == nil)
  }
}
