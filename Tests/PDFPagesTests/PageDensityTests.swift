import TileGeometry
import Testing

@testable import PDFPages

@Suite struct PageDensityTests {
  private func size(_ width: Double, _ height: Double, _ wanted: Double = 150) -> [Int64] {
    let size = PageDensity(width: width, height: height, wanted: wanted).size
    return [size.width, size.height]
  }

  @Test func `a page is as large as its density says, and begun pixels are whole`() {
    #expect(size(595.276, 841.89) == [1241, 1754])
    #expect(size(612, 792, 72) == [612, 792])
    #expect(size(460, 320, 72) == [460, 320])
  }

  @Test func `what a float adds to a size makes no pixel more`() {
    #expect(size(Double(Float(595.2)), Double(Float(841.92))) == [1240, 1754])
    for points in stride(from: 24.0, through: 2400, by: 24) {
      #expect(size(Double(Float(points)), 1000) == [Int64(points * 150 / 72), 2084])
    }
  }

  @Test func `no page is too large to be drawn, or too small to be seen`() {
    #expect(size(1e9, 5e8) == [16_384, 8192])
    #expect(size(5e8, 1e9, 1) == [8192, 16_384])
    #expect(size(1e-4, 5e-5) == [256, 128])
    #expect(size(1e9, 1e-4) == [16_384, 1])
    #expect(size(10, 5, 72) == [256, 128])
    #expect(PageDensity(width: 72, height: 36, wanted: 1000).dotsPerInch == 1000)
    #expect(PageDensity(width: 7200, height: 36, wanted: 1000).dotsPerInch == 163.84)
  }

  @Test(arguments: [1e-38, 1e-4, 595, 1e14, 1e38])
  func `whatever a page measures, its density is one that is believed`(points: Double) {
    let density = PageDensity(width: points, height: points / 2, wanted: 150)
    #expect(PageFineness.bounds.contains(density.dotsPerInch))
    #expect((256...16_384).contains(density.size.width))
  }
}
