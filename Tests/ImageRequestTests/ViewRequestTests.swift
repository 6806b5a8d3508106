import ImageRequest
import TileGeometry
import Testing
import TileViewport

@Suite struct ViewRequestTests {
  static func view(_ texts: [ViewParameter: String]) throws -> TileView {
    var texts = texts
    if texts[.content] == nil { texts[.content] = "1280x960" }
    return try ViewRequest(texts).answer()
  }

  @Test func `zoom is the fit and the limits follow from it unless given`() throws {
    let view = try Self.view([.content: "3000x2000", .bounds: "375x667"])
    #expect(view.viewport.zoomScale == 0.125)
    #expect(view.viewport.zoomRange == ZoomRange(minimum: 0.125, maximum: 1))
    let small = try Self.view([.content: "100x100", .bounds: "400x600"])
    #expect(small.viewport.zoomScale == 4)
    #expect(small.viewport.zoomRange == ZoomRange(minimum: 1, maximum: 20))
  }

  @Test func `a rectangle with a zoom says how large the view is`() throws {
    let view = try Self.view([.rect: "100,100,160,115", .zoom: "2", .maximumZoom: "6"])
    #expect(view.viewport.bounds == Size(width: 320, height: 230))
    #expect(view.viewport.contentOffset == Point(x: 200, y: 200))
    #expect(view.visibleRect == Rect(x: 100, y: 100, width: 160, height: 115))
  }

  @Test func `a rectangle with bounds says how far to zoom`() throws {
    let view = try Self.view([
      .rect: "560,250,160,230", .bounds: "320x460", .maximumZoom: "6", .minimumZoom: "0.5",
    ])
    #expect(view.viewport.zoomScale == 2)
    #expect(view.viewport.contentOffset == Point(x: 1120, y: 500))
  }

  @Test func `a centre is put into the middle`() throws {
    let view = try Self.view([
      .center: "640,480", .bounds: "320,480", .zoom: "2", .maximumZoom: "6",
    ])
    #expect(view.visibleRect == Rect(x: 560, y: 360, width: 160, height: 240))
  }

  @Test func `zoom and offset are moved into their ranges`() throws {
    let view = try Self.view([.bounds: "320x460", .zoom: "100", .offset: "-50,99999"])
    #expect(view.viewport.zoomScale == 1.25)
    #expect(view.viewport.contentOffset == Point(x: 0, y: 960 * 1.25 - 460))
  }

  @Test func `centring adds to the inset given`() throws {
    let view = try Self.view([
      .content: "3000x2000", .bounds: "375x667", .centering: "true", .inset: "0,0,0,0",
    ])
    #expect(
      view.viewport.adjustedContentInset
        == EdgeInsets(top: 208.5, left: 0, bottom: 208.5, right: 0))
    #expect(view.viewport.contentInset == .zero)
    #expect(view.viewport.contentOffset == Point(x: 0, y: -208.5))
  }

  @Test func `an image is fitted into what the insets leave`() throws {
    func fitted(_ fitting: String, _ more: [ViewParameter: String] = [:]) throws -> Viewport {
      var texts: [ViewParameter: String] = [
        .content: "3000x2000", .bounds: "800x600", .inset: "64,0,36,0", .fitting: fitting,
      ]
      texts.merge(more) { $1 }
      return try Self.view(texts).viewport
    }
    #expect(try fitted("bounds").zoomScale == 800.0 / 3000)
    let inside = try fitted("insets")
    #expect(inside.zoomScale == 500.0 / 2000)
    #expect(inside.contentOffset == Point(x: 0, y: -64))
    let page = try fitted("page")
    #expect(page.zoomScale == 500.0 / 2000)
    #expect(page.contentOffset == Point(x: -25, y: -64))
    #expect(try fitted("page", [.centering: "false"]) != page)
    #expect(try fitted("insets", [.centering: "true"]).contentOffset == page.contentOffset)
    let tiny = [ViewParameter.content: "20x20"]
    #expect(try fitted("insets", tiny).zoomScale == 25)
    #expect(try fitted("page", tiny).zoomScale == 8)
  }

  /// What was given, and what the message must name.
  static let refusals: [([ViewParameter: String], [String])] = [
    ([.bounds: "320x460", .zoom: "0"], ["--zoom '0'", "above 0"]),
    ([.bounds: "320x460", .zoom: "-1"], ["--zoom '-1'", "above 0"]),
    ([.bounds: "320x460", .zoom: "nan"], ["--zoom 'nan'"]),
    ([.bounds: "320x460", .zoom: "1e200"], ["--zoom '1e200'"]),
    ([.bounds: "0x460"], ["--bounds '0x460'", "above 0"]),
    ([.bounds: "infx1"], ["--bounds 'infx1'"]), ([.bounds: "320"], ["--bounds '320'"]),
    ([.bounds: "99999999999999999999x1"], ["--bounds"]),
    ([.content: "0x5", .bounds: "1x1"], ["--content '0x5'", "1 to 2147483648"]),
    ([.content: "2147483649x5", .bounds: "1x1"], ["--content"]),
    ([.content: "99999999999999999999x5", .bounds: "1x1"], ["--content"]),
    ([.content: "1.5x5", .bounds: "1x1"], ["--content '1.5x5'"]), ([:], ["--bounds is needed"]),
    ([.rect: "0,0,10,10"], ["--zoom is needed"]),
    ([.rect: "0,0,10,10", .bounds: "1x1", .zoom: "1"], ["--bounds and --zoom"]),
    ([.rect: "0,0,10,10", .bounds: "1x1", .offset: "0,0"], ["--rect and --offset"]),
    ([.center: "0,0", .bounds: "1x1", .offset: "0,0"], ["--center and --offset"]),
    ([.rect: "5000,0,10,10", .bounds: "9x9"], ["--rect '5000,0,10,10'", "does not touch"]),
    ([.rect: "0,0,-10,10", .bounds: "9x9"], ["--rect '0,0,-10,10'"]),
    ([.bounds: "9x9", .minimumZoom: "2", .maximumZoom: "1"], ["--minimum-zoom 2 is above"]),
    ([.bounds: "9x9", .devicePixelRatio: "0"], ["--dpr '0'", "0.1 to 16"]),
    ([.bounds: "9x9", .levelsOfDetail: "0"], ["--levels-of-detail '0'", "1 to 48"]),
    ([.bounds: "9x9", .levelsOfDetailBias: "1"], ["--levels-of-detail is needed"]),
    ([.bounds: "9x9", .tileSize: "8"], ["--tile-size '8'", "16 to 4096"]),
    ([.bounds: "9x9", .prefetch: "65"], ["--prefetch '65'", "0 to 64"]),
    ([.bounds: "9x9", .inset: "1,2,3"], ["--inset '1,2,3'"]),
    ([.bounds: "9x9", .centering: "yes"], ["--centering 'yes'"]),
    ([.bounds: "9x9", .fitting: "all"], ["--fit 'all'", "bounds, insets or page"]),
    (
      [.content: "100000x100000", .bounds: "100000x100000", .zoom: "1", .tileSize: "64"],
      ["2442969 tiles"]
    ),
  ]

  @Test(arguments: refusals)
  func `what can't be answered is named`(texts: [ViewParameter: String], parts: [String]) {
    do {
      _ = try Self.view(texts)
      Issue.record("answered \(texts)")
    } catch let error as ViewRequestError {
      let reason = error.reason { "--\($0.flagName)" }
      for part in parts { #expect(reason.contains(part), "\(reason)") }
    } catch {
      Issue.record("\(error)")
    }
  }
}
