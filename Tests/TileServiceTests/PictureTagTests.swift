import HTTPWire
import ImageRequest
import ServiceBench
import Sources
import Testing

@testable import TileService

@Suite struct PictureTagTests {
  static func text(_ tag: EntityTag) -> String {
    var text: [UInt8] = []
    tag.write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  @Test func `a tag names the image, the picture and how it is made`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    let image = try bench.open("color.tif")
    func tag(_ path: String, seed: UInt64 = 1) throws -> String {
      let route = try Route(path: Array(path.utf8)[...])
      guard case .image(_, .picture(let picture)) = route else {
        throw ServiceBench.Missing(name: path)
      }
      let plan = try picture.plan(for: image.shape, limits: bench.service.limits)
      return Self.text(image.tag(of: plan, seed: seed))
    }
    let tile = try tag("/images/color.tif/tiles/0/1_0.jpg")
    #expect(tile.hasPrefix("\"\(image.version.text)-"))
    #expect(tile == (try tag("/dzi/color.tif_files/10/1_0.jpg")))
    #expect(tile != (try tag("/images/color.tif/tiles/0/1_0.png")))
    #expect(tile != (try tag("/images/color.tif/tiles/0/1_1.jpg")))
    #expect(tile != (try tag("/images/color.tif/tiles/0/1_0.jpg", seed: 2)))
  }
}
