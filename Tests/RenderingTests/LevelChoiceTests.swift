import ImageRequest
import Pixels
import PyramidFormat
import Testing
import TileGeometry

@testable import Rendering

@Suite struct LevelChoiceTests {
  private func plan(
    _ x: Int64, _ y: Int64, _ width: Int64, _ height: Int64, size: (Int64, Int64)
  ) -> ImagePlan {
    ImagePlan(
      region: PixelRect(x: x, y: y, width: width, height: height),
      size: PixelSize(width: size.0, height: size.1), quality: .color, format: .jpeg)
  }

  /// 128 pixels a side, and 64.
  private func choice(_ plan: ImagePlan) throws -> LevelChoice {
    LevelChoice(plan, RenderSource(pyramid: try DrawnPyramid.make().0, key: 1))
  }

  @Test func `a region at its own size is read as it is, and nothing beside it`() throws {
    let choice = try choice(plan(20, 30, 50, 40, size: (50, 40)))
    #expect(choice.level == 0 && choice.shrink == 1)
    #expect(choice.needed == PixelRect(x: 20, y: 30, width: 50, height: 40))
  }

  @Test func `a level of the ladder comes of that level, pixel by pixel`() throws {
    let choice = try choice(plan(0, 0, 128, 128, size: (64, 64)))
    #expect(choice.level == 1 && choice.step == 1)
    #expect(choice.needed == PixelRect(x: 0, y: 0, width: 64, height: 64))
  }

  @Test func `a level that is not stored is made of whole pixels of one that is`() throws {
    let choice = try choice(plan(0, 0, 128, 128, size: (32, 32)))
    #expect(choice.level == 1 && choice.step == 2)
    #expect(choice.needed == PixelRect(x: 0, y: 0, width: 64, height: 64))
  }

  @Test func `what is a little too large for a level is made of the finer one`() throws {
    #expect(try choice(plan(0, 0, 128, 128, size: (70, 70))).level == 0)
    #expect(try choice(plan(0, 0, 128, 128, size: (60, 60))).level == 1)
    // Both sides have to be there.
    #expect(try choice(plan(0, 0, 128, 128, size: (20, 100))).level == 0)
  }

  @Test func `magnified regions come of the finest level, with the kernel's reach`() throws {
    let choice = try choice(plan(64, 64, 8, 8, size: (512, 512)))
    #expect(choice.level == 0 && choice.shrink == 1 && choice.step == nil)
    #expect(choice.needed == PixelRect(x: 60, y: 60, width: 16, height: 16))
  }

  @Test(arguments: [(0, 0, 1, 1), (127, 127, 1, 1), (0, 127, 128, 1), (127, 0, 1, 128)])
  func `what is needed never leaves the level`(x: Int, y: Int, width: Int, height: Int) throws {
    for side in [1, 2, 3, 77, 500] as [Int64] {
      let choice = try choice(
        plan(Int64(x), Int64(y), Int64(width), Int64(height), size: (side, side)))
      let whole = PixelRect(x: 0, y: 0, width: 128, height: 128)
      #expect(choice.needed.x >= 0 && choice.needed.maxX <= whole.maxX)
      #expect(choice.needed.y >= 0 && choice.needed.maxY <= whole.maxY)
      #expect(choice.needed.width > 0 && choice.needed.height > 0)
    }
  }

  @Test func `tiles are decoded smaller where four pixels are left for one`() throws {
    // The coarsest level is 64 pixels a side.
    #expect(try choice(plan(0, 0, 128, 128, size: (17, 17))).shrink == 1)
    #expect(try choice(plan(0, 0, 128, 128, size: (15, 15))).shrink == 2)
    #expect(try choice(plan(0, 0, 128, 128, size: (7, 7))).shrink == 4)
  }
}
