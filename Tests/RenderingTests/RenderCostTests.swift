import ImageRequest
import Pixels
import PyramidFormat
import Testing
import TileGeometry

@testable import Rendering

@Suite struct RenderCostTests {
  private func cost(_ change: (inout ImagePlan) -> Void) throws -> RenderCost {
    var plan = ImagePlan(
      region: PixelRect(x: 0, y: 0, width: 128, height: 128),
      size: PixelSize(width: 128, height: 128), quality: .color, format: .jpeg)
    change(&plan)
    return Renderer.cost(of: plan, from: RenderSource(pyramid: try DrawnPyramid.make().0, key: 1))
  }

  @Test func `whole tiles are decoded for a pixel`() throws {
    let cost = try cost {
      $0.region = PixelRect(x: 100, y: 100, width: 1, height: 1)
      $0.size = PixelSize(width: 1, height: 1)
    }
    #expect(cost.decodedPixels == 64 * 64 && cost.outputPixels == 1)
    // The tile is held, and no more.
    #expect(cost.bytes > 64 * 64 * 4 && cost.bytes < 1 << 20)
  }

  @Test func `all that is held at a time counts`() throws {
    let plain = try cost { _ in }
    #expect(plain.decodedPixels == 128 * 128 && plain.outputPixels == 128 * 128)
    #expect(plain.bytes >= 128 * 128 * 4 * 3)
    let turned = try cost { $0.rotation = Rotation(degrees: 45) ?? $0.rotation }
    #expect(turned.outputPixels > 2 * 127 * 127 && turned.bytes > plain.bytes)
    let padded = try cost { $0.paddedSide = 1000 }
    #expect(padded.outputPixels == 1_000_000 && padded.bytes > 8_000_000)
    let avif = try cost { $0.format = .avif }
    #expect(avif.bytes > plain.bytes + 128 * 128 * 30)
  }

  @Test func `the largest picture there may be is counted without running over`() throws {
    let cost = try cost {
      $0.size = PixelSize(width: 1 << 20, height: 1 << 20)
      $0.format = .avif
    }
    #expect(cost.bytes > 1 << 45)
  }
}
