import ImageRequest
import Testing
import TileGeometry

/// Images that have more to show than their own pixels: protocols that know no finer levels count from
/// the finest.
@Suite struct DetailTests {
  private static func shape(
    _ width: Int64, _ height: Int64, detail: Int32
  ) throws -> ImageShape {
    let plain = try Shapes.shape(width, height)
    return ImageShape(
      ladder: plain.ladder.reaching(Reduction(clamping: -detail)),
      storedFormat: plain.storedFormat, isGray: plain.isGray, hasAlpha: plain.hasAlpha)
  }

  @Test(arguments: [(1240, 1754), (460, 320), (257, 1)] as [(Int64, Int64)], [0, 1, 3] as [Int32])
  func `a level has the same size however it is counted`(size: (Int64, Int64), detail: Int32) throws
  {
    let shape = try Self.shape(size.0, size.1, detail: detail)
    #expect(shape.detail == detail)
    let full = shape.full
    #expect(full.size.width == size.0 << Int64(detail))
    #expect(full.ladder.count == shape.ladder.count && full.detail == 0)
    for place in 0..<shape.ladder.count {
      let (own, counted) = (shape.ladder.level(at: place), full.ladder.level(at: place))
      #expect(own?.size == counted?.size && own?.columns == counted?.columns)
    }
  }

  @Test(arguments: -3...2) func `a tile is one plan in all protocols`(reduction: Int) throws {
    let shape = try Self.shape(1240, 1754, detail: 3)
    let level = shape.ladder.level(Reduction(clamping: Int32(reduction)))
    let (column, row) = (level.columns - 1, level.rows - 1)
    let rect = try #require(level.tileRect(column: column, row: row))
    let factor = Int64(1) << Int64(reduction + 3)
    let plan = try shape.plan("/images/a/tiles/\(reduction)/\(column)_\(row).jpg")
    let (x, y) = (rect.x * factor, rect.y * factor)
    // The longer side is 14,032 pixels: level 14 of Deep Zoom.
    let others = [
      "/iiif/3/a/\(x),\(y),\(9920 - x),\(14_032 - y)/\(rect.width),\(rect.height)/0/default.jpg",
      "/dzi/a_files/\(14 - reduction - 3)/\(column)_\(row).jpg",
    ]
    for address in others { #expect(try shape.plan(address) == plan, "\(address)") }
    let stored = TileMatch.corner(
      TileAddress(reduction: level.reduction, column: column, row: row),
      width: Int32(rect.width), height: Int32(rect.height))
    #expect(plan.match(in: shape) == stored)
    let canonical = plan.address(
      of: EqualPlanTests.name, .three, in: shape.full, limits: Shapes.limits)
    #expect(try shape.plan(canonical) == plan)
  }

  @Test func `what is finer than the finest level is enlarged as ever`() throws {
    let shape = try Self.shape(1240, 1754, detail: 1)
    let plan = try shape.plan("/images/a/tiles/-3/1_0.jpg")
    #expect(plan.region == PixelRect(x: 64, y: 0, width: 64, height: 64))
    #expect(plan.size == PixelSize(width: 256, height: 256))
    #expect(shape.problem("/images/a/tiles/-4/0_0.jpg") != nil)
    #expect(try Route("/images/a/tiles/0/0_0.jpg").isTile)
    #expect(try !Route("/images/a/tiles/-0/0_0.jpg").isTile, "a tile has one address")
    let finest = try Self.shape(1240, 1754, detail: 5)
    #expect(try finest.plan("/images/a/tiles/-5/0_0.jpg").region.width == 256)
  }
}

extension Route {
  fileprivate var isTile: Bool {
    if case .image(_, .picture(.tile)) = self { true } else { false }
  }
}
