import Testing
import TileGeometry

@Suite struct DrawnDetailTests {
  @Test(
    arguments: [
      (1240, 3, 3), (6144, 3, 3), (6145, 3, 2), (16_384, 3, 1), (16_384, 0, 0), (49_152, 5, 0),
      (60_000, 5, 0), (256, 5, 5),
    ] as [(Int64, Int, Int)])
  func `levels end where lines would bend`(side: Int64, most: Int, levels: Int) {
    #expect(DrawnDetail.levels(of: PixelSize(width: side, height: 10), most: most) == levels)
    #expect(DrawnDetail.levels(of: PixelSize(width: 10, height: side), most: most) == levels)
  }
}
