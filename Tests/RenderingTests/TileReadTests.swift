import Caching
import Decoding
import ImageRequest
import PyramidFormat
import Synchronization
import Testing
import TileDecodingInProcess
import TileGeometry

@testable import Rendering

@Suite("What a picture reads")
struct TileReadTests {
  private struct Case: CustomStringConvertible, Sendable {
    let description: String
    var size = (Int64(53), Int64(47))
    var isMirrored = false
    var degrees = 0.0
    var quality = ImageQuality.color
    var paddedSide: Int32 = 0
  }

  private static let cases = [
    Case(description: "scaled"),
    Case(description: "mirrored", isMirrored: true),
    Case(description: "turned", degrees: 90),
    Case(description: "grey and turned", degrees: 270, quality: .gray),
    Case(description: "filled up to an odd side", paddedSide: 61),
    Case(description: "of even sides, mirrored", size: (54, 48), isMirrored: true, degrees: 180),
  ]

  @Test(
    "A picture of odd size reads each of its tiles once, however it is turned", arguments: cases)
  private func readsOnce(_ wanted: Case) throws {
    let (pyramid, source) = try DrawnPyramid.make()
    var plan = ImagePlan(
      region: PixelRect(x: 20, y: 20, width: 90, height: 80),
      size: PixelSize(width: wanted.size.0, height: wanted.size.1), quality: wanted.quality,
      format: .jpeg)
    plan.isMirrored = wanted.isMirrored
    plan.rotation = try #require(Rotation(degrees: wanted.degrees))
    plan.paddedSide = wanted.paddedSide
    let renderer = Renderer(
      tileCache: ByteBudget(bytes: 0), quality: 75, decoder: InProcessTileDecoder())
    // Tables come first, once.
    _ = try renderer.render(plan, of: RenderSource(pyramid: pyramid, key: 1)) { false }
    source.count.store(0, ordering: .relaxed)
    let picture = try renderer.render(plan, of: RenderSource(pyramid: pyramid, key: 1)) { false }
    #expect(source.count.load(ordering: .relaxed) == 4)

    let isOnSide = wanted.degrees == 90 || wanted.degrees == 270
    let sides = isOnSide ? (wanted.size.1, wanted.size.0) : wanted.size
    let width = wanted.paddedSide > 0 ? Int(wanted.paddedSide) : Int(sides.0)
    let height = wanted.paddedSide > 0 ? Int(wanted.paddedSide) : Int(sides.1)
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    var span = pixels.mutableSpan
    var room = unsafe span.mutableBytes
    try unsafe PictureDecoding.decodeJPEG(
      picture.span.bytes, width: width, height: height, shrink: 1, into: &room)
    // The darkest tile is where the mirror and the turn leave it.
    let corner = (
      x: wanted.isMirrored != (wanted.degrees == 90 || wanted.degrees == 180) ? width - 4 : 3,
      y: wanted.degrees == 180 || wanted.degrees == 270 ? height - 4 : 3
    )
    let green = Int(pixels[(corner.y * width + corner.x) * 4 + 1])
    #expect(abs(green - (wanted.quality == .gray ? 60 : 43)) < 8)
  }
}
