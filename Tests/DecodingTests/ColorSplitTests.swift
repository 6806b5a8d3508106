import SeededNumbers
import TileGeometry
import Testing

@testable import Encoding

@Suite struct ColorSplitTests {
  private static let samplings: [(across: Int, down: Int)] = [(1, 1), (2, 1), (1, 2), (2, 2)]

  @Test(arguments: samplings)
  func `pixels are split as BT.601 says, and chroma is the mean of its pixels`(
    across: Int, down: Int
  ) throws {
    let sampling = try #require(ChromaSampling(across: across, down: down))
    let split = ColorSplit(sampling)
    var random = SplitMix(seed: UInt64(10 * across + down))
    let (width, height) = (8 * across, 8 * down)
    // Rows of a wider picture.
    let stride = 4 * width + 12
    var wrong: [String] = []
    for round in 0..<20 {
      var pixels = (0..<stride * height).map { _ in UInt8(random.int(0...255)) }
      // What a pixel has in common with the one before: all, or all but the byte of no meaning.
      for place in Swift.stride(from: 8, to: pixels.count - 4, by: 4) where round % 2 == 0 {
        guard random.int(0...2) > 0 else { continue }
        for channel in 0..<3 { pixels[place + channel] = pixels[place + channel - 4] }
      }
      // What rounds beyond a byte, on one side of it and on the other.
      for (place, extreme) in [(0, [0, 0, 255]), (4, [255, 0, 0]), (stride, [255, 255, 255])] {
        for channel in 0..<3 { pixels[place + channel] = UInt8(extreme[channel]) }
      }
      unsafe pixels.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        unsafe split.split(base, stride: stride)
      }
      func color(_ x: Int, _ y: Int) -> [Double] {
        (0..<3).map { Double(pixels[y * stride + 4 * x + $0]) }
      }
      for y in 0..<height {
        for x in 0..<width {
          let exact = Self.sample(of: color(x, y), 0.299, 0.587, 0.114)
          let luma = Double(unsafe split.planes[0].base[y * split.planes[0].stride + x])
          if abs(luma - exact) >= 0.501 {
            wrong.append("luma of \(x), \(y): \(luma), not \(exact)")
          }
        }
      }
      for y in 0..<8 {
        for x in 0..<8 {
          var mean = [0.0, 0.0, 0.0]
          for row in 0..<down {
            for column in 0..<across {
              let one = color(across * x + column, down * y + row)
              for channel in 0..<3 { mean[channel] += one[channel] / Double(across * down) }
            }
          }
          let blue = 128 + (mean[2] - Self.sum(mean, 0.299, 0.587, 0.114)) / 1.772
          let red = 128 + (mean[0] - Self.sum(mean, 0.299, 0.587, 0.114)) / 1.402
          for (plane, exact) in [(1, blue), (2, red)] {
            let chroma = Double(unsafe split.planes[plane].base[8 * y + x])
            if abs(chroma - min(max(exact, 0), 255)) >= 0.501 {
              wrong.append("plane \(plane) at \(x), \(y): \(chroma), not \(exact)")
            }
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  private static func sum(
    _ color: [Double], _ red: Double, _ green: Double, _ blue: Double
  ) -> Double {
    color[0] * red + color[1] * green + color[2] * blue
  }

  private static func sample(
    of color: [Double], _ red: Double, _ green: Double, _ blue: Double
  ) -> Double {
    min(max(sum(color, red, green, blue), 0), 255)
  }
}
