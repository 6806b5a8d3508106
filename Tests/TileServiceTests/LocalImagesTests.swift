import Foundation
import ServiceBench
import Testing

@testable import TileService

@Suite struct LocalImagesTests {
  static func name(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  @Test func `an image is found by the name it was asked for with`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    let image = try bench.open("album/page1.tif")
    var images = LocalImages(capacity: 4)
    #expect(images.find(Self.name("album%2Fpage1.tif")) == nil)
    images.insert(image, for: Self.name("album%2Fpage1.tif"))
    #expect(images.find(Self.name("album%2Fpage1.tif")) === image)
    #expect(images.find(Self.name("album/page1.tif")) == nil)
  }

  @Test func `who was not asked for goes first when it is full`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    let image = try bench.open("gray.tif")
    var images = LocalImages(capacity: 3)
    for name in ["a", "b", "c", "d"] { images.insert(image, for: Self.name(name)) }
    // All were new, so the first went; from now on only `c` is asked for.
    #expect(images.find(Self.name("a")) == nil)
    _ = images.find(Self.name("c"))
    images.insert(image, for: Self.name("e"))
    #expect(images.find(Self.name("c")) === image)
    #expect(images.find(Self.name("e")) === image)
  }

  @Test func `a source that changed is noticed in the next turn`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(
      atPath: AnswerCase.images + "/gray.tif", toPath: folder + "/a.tif")
    let bench = try ServiceBench(folder)
    let image = try bench.open("a.tif")
    var images = LocalImages(capacity: 4)
    images.insert(image, for: Self.name("a.tif"))
    images.beginTurn()
    #expect(images.find(Self.name("a.tif")) === image)
    try FileManager.default.removeItem(atPath: folder + "/a.tif")
    #expect(images.find(Self.name("a.tif")) === image, "it was looked at in this turn")
    images.beginTurn()
    #expect(images.find(Self.name("a.tif")) == nil)
    #expect(bench.get("/images/a.tif")?.status == 404)
  }
}
