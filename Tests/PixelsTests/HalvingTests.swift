import SeededNumbers
import Testing
import TileGeometry

@testable import Pixels

@Suite struct HalvingTests {
  static let layouts: [PixelLayout] = [.gray, .yCbCr(.full), .yCbCr(.quartered), .rgbx]

  private func filled(_ layout: PixelLayout, columns: Int, seed: UInt64) -> PixelBand {
    let band = PixelBand(layout: layout, columns: columns, tileSide: 32)
    var numbers = SplitMix(seed: seed)
    for plane in band.planes {
      for byte in 0..<plane.stride * (32 >> plane.shift) {
        unsafe plane.base[byte] = UInt8(truncatingIfNeeded: numbers.int(0...255))
      }
    }
    return band
  }

  @Test(arguments: layouts)
  func `every pixel is the mean of four, the half going up and down like a chessboard's squares`(
    _ layout: PixelLayout
  ) {
    let fine = filled(layout, columns: 3, seed: 11)
    let coarse = PixelBand(layout: layout, columns: 2, tileSide: 32)
    fine.halveTile(column: 2, into: coarse, x: 16, y: 16)
    for index in fine.planes.indices {
      let (from, to) = (fine.planes[index], coarse.planes[index])
      let side = 16 >> from.shift
      for y in 0..<side {
        for x in 0..<side {
          for channel in 0..<from.bytesPerPixel {
            func sample(_ right: Int, _ down: Int) -> Int {
              let row = 2 * y + down
              let column = (64 >> from.shift) + 2 * x + right
              let place = row * from.stride + column * from.bytesPerPixel + channel
              return unsafe Int(from.base[place])
            }
            let four = [sample(0, 0), sample(1, 0), sample(0, 1), sample(1, 1)]
            let wanted = (four.reduce(0, +) + (x % 2 == y % 2 ? 1 : 2)) >> 2
            let place = unsafe to.address(x: 16, y: 16) + y * to.stride
            let made = unsafe Int(place[x * to.bytesPerPixel + channel])
            #expect(made == wanted)
          }
        }
      }
    }
  }

  @Test func `clear pixels lend no color`() {
    let fine = PixelBand(layout: .rgba, columns: 1, tileSide: 32)
    let coarse = PixelBand(layout: .rgba, columns: 1, tileSide: 32)
    let plane = fine.planes[0]
    for pixel in 0..<32 * 32 {
      let isClear = pixel % 2 == 0
      for channel in 0..<3 { unsafe plane.base[4 * pixel + channel] = isClear ? 255 : 40 }
      unsafe plane.base[4 * pixel + 3] = isClear ? 0 : 255
    }
    fine.halveTile(column: 0, into: coarse, x: 0, y: 0)
    let half = coarse.planes[0]
    for x in 0..<16 {
      let (red, alpha) = unsafe (half.base[4 * x], Int(half.base[4 * x + 3]))
      #expect(red == 40 && abs(alpha - 127) <= 1)
    }
  }

  @Test(arguments: [UInt64(3), 4, 5])
  func `halving again and again does not drift`(seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    let whole = 512
    var band = PixelBand(layout: .gray, columns: 1, tileSide: whole)
    for byte in 0..<whole * whole {
      unsafe band.planes[0].base[byte] = UInt8(truncatingIfNeeded: 61 + numbers.int(0...80))
    }
    func average(_ band: PixelBand, side: Int) -> Double {
      var sum = 0
      for y in 0..<side {
        for x in 0..<side { sum += unsafe Int(band.planes[0].base[y * whole + x]) }
      }
      return Double(sum) / Double(side * side)
    }
    let before = average(band, side: whole)
    var side = whole / 2
    while side >= 8 {
      let next = PixelBand(layout: .gray, columns: 1, tileSide: whole)
      band.halveTile(column: 0, into: next, x: 0, y: 0)
      // Rounding every half up would come to an eighth of a step a level.
      #expect(abs(average(next, side: side) - before) < 0.13, "\(side)")
      band = next
      side /= 2
    }
  }
}
