import Testing
import TileGeometry

@testable import Pixels

@Suite("Pictures as planes")
struct PlanarPictureTests {
  /// Luma rises to the right, blue to the right and red downwards, a sample its own place.
  private func picture(_ width: Int, _ height: Int, _ sampling: ChromaSampling) -> PlanarPicture {
    var picture = PlanarPicture(width: width, height: height, hasColor: true, sampling: sampling)
    for y in 0..<height {
      for x in 0..<width { picture.luma.bytes[y * width + x] = UInt8(x * 3) }
    }
    let (columns, rows) = (picture.chroma[0].width, picture.chroma[0].height)
    for y in 0..<rows {
      for x in 0..<columns {
        // The value at a sample's middle, were it a function of pixels.
        picture.chroma[0].bytes[y * columns + x] = UInt8((2 * x + 1) * sampling.across)
        picture.chroma[1].bytes[y * columns + x] = UInt8((2 * y + 1) * sampling.down)
      }
    }
    return picture
  }

  @Test(
    "Chroma stays where its pixels are, however it is sampled",
    arguments: [ChromaSampling.full, .quartered, .halved],
    [ChromaSampling.full, .quartered])
  func chromaKeepsItsPlace(_ own: ChromaSampling, _ wanted: ChromaSampling) throws {
    let source = picture(64, 48, own)
    let rect = SampledRect(x: 9, y: 7, width: 40, height: 30)
    let made = try #require(
      source.resampled(rect, width: 31, height: 23, sampling: wanted) { false })
    #expect(made.width == 31 && made.height == 23 && made.sampling == wanted)
    let scale = 40.0 / 31
    for x in 2..<(made.chroma[0].width - 2) {
      let middle = 9 + (Double(x) + 0.5) * Double(wanted.across) * scale
      let value = Double(made.chroma[0].bytes[3 * made.chroma[0].width + x])
      #expect(abs(value - 2 * middle) < 2.5, "column \(x)")
    }
  }

  @Test("A turn takes luma and chroma along, and the sampling with them")
  func turned() {
    let source = picture(32, 16, .halved)
    let turned = source.turned(quarters: 1)
    #expect(turned.width == 16 && turned.height == 32)
    #expect(turned.sampling == ChromaSampling.halved.swapped)
    // What was at the upper left is at the upper right.
    #expect(turned.luma.bytes[15] == source.luma.bytes[0])
    #expect(turned.chroma[0].bytes[15] == source.chroma[0].bytes[0])
    #expect(source.mirrored().luma.bytes[31] == source.luma.bytes[0])
  }
}
