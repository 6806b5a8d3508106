import ImageRequest
import ServiceBench
import Testing

@testable import TileService

@Suite struct CountingTests {
  static let asked: [(String, RouteKind, AnswerKind)] = [
    ("/images/color.tif/tiles/0/0_0.jpg", .tile, .passThrough),
    ("/images/color.tif/tiles/0/0_0.png", .tile, .render),
    ("/images/color.tif/tiles/0/0_0.png", .tile, .cache),
    ("/iiif/3/color.tif/full/100,/0/default.jpg", .iiifImage, .render),
    ("/dzi/color.tif_files/10/0_0.jpg", .deepZoomTile, .passThrough),
    ("/zoomify/color.tif/TileGroup0/0-0-0.jpg", .zoomifyTile, .render),
    ("/xyz/color.tif/2/0/0.jpg", .xyzTile, .passThrough),
    ("/images/color.tif", .image, .document),
    ("/iiif/3/color.tif/info.json", .information, .document),
    ("/iiif/3/color.tif", .information, .redirect),
    ("/dzi/color.tif.dzi", .description, .document),
    ("/images/color.tif/viewport?bounds=300,200", .viewport, .document),
    ("/images/color.tif/viewport/tiles?bounds=300,200", .viewportTiles, .passThrough),
    ("/images", .listing, .document), ("/view/color.tif", .page, .document),
    ("/", .page, .document), ("/viewer/style/viewer.css", .page, .document),
    ("/healthz", .operations, .document), ("/metrics", .operations, .document),
    ("/images/color.tif/tiles/99/0_0.jpg", .tile, .clientError),
    ("/images/nothing.jpg", .image, .clientError), ("/nowhere", .none, .clientError),
  ]

  @Test func `requests are counted by route, and by what answered them`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    for (path, route, kind) in Self.asked {
      let before = bench.service.metrics.sum
      _ = try #require(bench.get(path))
      let after = bench.service.metrics.sum
      #expect(after.requests(route, kind) - before.requests(route, kind) == 1, "\(path)")
      #expect(
        after.requests.values.reduce(0, +) - before.requests.values.reduce(0, +) == 1, "\(path)")
      #expect(
        after.latencies.values.reduce(0, +) - before.latencies.values.reduce(0, +) == 1, "\(path)")
    }
    let tag = try #require(bench.get(Self.asked[0].0)?["ETag"])
    _ = bench.get(Self.asked[0].0, "If-None-Match: \(tag)")
    #expect(bench.service.metrics.sum.requests(.tile, .notModified) == 1)
  }

  @Test(
    arguments: [
      ("/images/color.tif/tiles/0/0_0.jpg", "GET"), ("/images/color.tif/tiles/0/2_1.jpg", "GET"),
      ("/images/color.tif/tiles/0/1_1.png", "GET"), ("/images/color.tif/tiles/1/0_0.png", "HEAD"),
      ("/images/color.tif/viewport/tiles?bounds=300,200&zoom=1", "GET"), ("/images", "HEAD"),
      ("/images", "GET"), ("/nowhere", "GET"), ("/a b", "GET"),
    ])
  func `bytes are those of the bodies`(path: String, method: String) throws {
    let bench = try ServiceBench(AnswerCase.images)
    let answer = try #require(
      bench.answer(to: "\(method) \(path) HTTP/1.1\r\nHost: bench\r\n\r\n".utf8))
    #expect(bench.service.metrics.sum.bytes == answer.body.count)
    #expect(answer.body.isEmpty == (method == "HEAD"))
  }

  @Test func `every count there is, is told by its names`() throws {
    let bench = try ServiceBench(AnswerCase.images)
    for (path, _, _) in Self.asked { _ = bench.get(path) }
    let text = bench.service.metricsText()
    for (_, route, kind) in Self.asked {
      #expect(text.contains("{route=\"\(route.name)\",answer=\"\(kind.name)\"} "))
    }
  }
}
