import Encoding
import Pixels
import SeededNumbers
import Testing
import TileGeometry

/// Rows that are split as they come are what the encoder of tiles would have made of their pixels.
@Suite struct BandFillerTests {
  private static let side = 256

  private static func picture(width: Int, height: Int) -> [UInt8] {
    var numbers = SplitMix(seed: 5)
    return (0..<3 * width * height).map { index in
      index % 7 == 0 ? UInt8(numbers.int(0...255)) : UInt8(truncatingIfNeeded: index / 9)
    }
  }

  private static func filled(
    _ layout: PixelLayout, _ picture: [UInt8], width: Int, height: Int, columns: Int, x: Int = 0
  ) throws -> PixelBand {
    let band = PixelBand(layout: layout, columns: columns, tileSide: side)
    let filler = try BandFiller(layout: layout, width: width)
    for y in 0..<height {
      let row = picture.span.extracting(3 * width * y..<3 * width * (y + 1))
      filler.put(row, samples: 3, into: band, x: x, y: y, isLast: y == height - 1)
    }
    band.padEdges(x: x..<x + width, y: 0..<height)
    return band
  }

  private static func tile(
    _ column: Int, of band: PixelBand, _ chroma: ChromaSampling
  ) throws -> [UInt8] {
    let encoder = try JPEGTileEncoder(
      layout: band.layout, tileSide: side, quality: 90, chroma: chroma)
    var bytes: [UInt8] = []
    try encoder.encode(band, column: column, codes: nil) { found in
      for index in found.indices { bytes.append(found[index]) }
    }
    return bytes
  }

  @Test(arguments: [ChromaSampling.full, .quartered])
  func `tiles of planes are the bytes that tiles of pixels are`(chroma: ChromaSampling) throws {
    let (width, columns) = (5 * Self.side, 5)
    let picture = Self.picture(width: width, height: Self.side)
    let pixels = try Self.filled(
      .rgbx, picture, width: width, height: Self.side, columns: columns)
    let planes = try Self.filled(
      .yCbCr(chroma), picture, width: width, height: Self.side, columns: columns)
    for column in 0..<columns {
      #expect(try Self.tile(column, of: planes, chroma) == Self.tile(column, of: pixels, chroma))
    }
  }

  @Test func `the last pixels of odd rows and columns count twice`() throws {
    let (width, height) = (1_037, 75)
    let picture = Self.picture(width: width, height: height)
    // A row and a column more, which are those before them.
    var even: [UInt8] = []
    for y in 0...height {
      let row = picture[3 * width * min(y, height - 1)..<3 * width * (min(y, height - 1) + 1)]
      even += row + row.suffix(3)
    }
    let layout = PixelLayout.yCbCr(.quartered)
    let odd = try Self.filled(layout, picture, width: width, height: height, columns: 5, x: 2)
    let wanted = try Self.filled(
      layout, even, width: width + 1, height: height + 1, columns: 5, x: 2)
    for (found, wanted) in zip(odd.planes, wanted.planes) {
      for y in 0..<(height + found.shift) >> found.shift {
        for x in 1..<(width + 2 + found.shift) >> found.shift {
          let (left, right) = unsafe (
            found.base[y * found.stride + x], wanted.base[y * wanted.stride + x]
          )
          #expect(left == right)
        }
      }
    }
  }

  @Test func `parts of rows are split where they lie`() throws {
    let (width, height, cut) = (512, 64, 208)
    let picture = Self.picture(width: width, height: height)
    let layout = PixelLayout.yCbCr(.quartered)
    let whole = try Self.filled(layout, picture, width: width, height: height, columns: 2)
    let band = PixelBand(layout: layout, columns: 2, tileSide: Self.side)
    let filler = try BandFiller(layout: layout, width: width)
    for part in [cut..<width, 0..<cut] {
      for y in 0..<height {
        let row = picture.span.extracting(
          3 * (width * y + part.lowerBound)..<3 * (width * y + part.upperBound))
        filler.put(row, samples: 3, into: band, x: part.lowerBound, y: y, isLast: false)
      }
    }
    for (found, wanted) in zip(band.planes, whole.planes) {
      for index in 0..<found.stride * (height >> found.shift) {
        #expect(unsafe found.base[index] == wanted.base[index])
      }
    }
  }
}
