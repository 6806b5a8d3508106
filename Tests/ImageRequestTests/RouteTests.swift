import ByteText
import ImageRequest
import Testing
import TileViewport

@Suite struct RouteTests {
  /// What kind of route a path is, and the image it names, decoded.
  static func reading(_ path: String) throws -> String {
    switch try Route(path) {
    case .image(let name, let route): reading(route, of: name.decodedText)
    case .site(let route): reading(route)
    case .operations(let route): "\(route)"
    }
  }

  private static func reading(_ route: ImageRoute, of name: String) -> String {
    switch route {
    case .picture(let picture): reading(picture, of: name)
    case .description: "image \(name)"
    case .viewport: "viewport \(name)"
    case .viewportTiles: "tiles \(name)"
    case .iiifInformation(let version): "info \(version) \(name)"
    case .deepZoom: "dzi \(name)"
    case .zoomify: "zoomify \(name)"
    case .xyz: "xyz \(name)"
    case .presentation(let version, let route): "presentation \(version) \(route) \(name)"
    case .reading(let route): "reading \(route) \(name)"
    }
  }

  private static func reading(_ route: PictureRoute, of name: String) -> String {
    switch route {
    case .tile(let tile):
      "tile \(name) \(tile.reduction) \(tile.column) \(tile.row) \(tile.format)"
    case .iiif(let version, _): "iiif \(version) \(name)"
    case .deepZoom(let tile):
      "dzi \(name) \(tile.level) \(tile.column) \(tile.row) \(tile.format)"
    case .zoomify(let tile):
      "zoomify \(name) \(tile.group) \(tile.tier) \(tile.column) \(tile.row)"
    case .xyz(let tile):
      "xyz \(name) \(tile.zoom) \(tile.column) \(tile.row) \(tile.format)"
    }
  }

  private static func reading(_ route: SiteRoute) -> String {
    switch route {
    case .gallery: "gallery"
    case .listing: "listing"
    case .viewer(let name): "viewer \(name.decodedText)"
    case .embeddedViewer(let name): "embed \(name.decodedText)"
    case .icon: "icon"
    case .viewerFile(let file): "file \(String(decoding: file, as: UTF8.self))"
    case .iiifBase(let version, let name): "base \(version) \(name.decodedText)"
    }
  }

  @Test(
    arguments: [
      ("/", "gallery"), ("/images", "listing"), ("/images/", "listing"),
      ("/view/a.jpg", "viewer a.jpg"), ("/view/folder/a.jpg", "viewer folder/a.jpg"),
      ("/embed/folder%2Fa.jpg", "embed folder/a.jpg"), ("/viewer/app.js", "file app.js"),
      ("/images/a.jpg", "image a.jpg"), ("/images/book.pdf;12", "image book.pdf;12"),
      ("/images/a%20b%25.jpg", "image a b%.jpg"), ("/images/caf%C3%A9.tif", "image café.tif"),
      ("/images/a.b.c.jpg", "image a.b.c.jpg"), ("/images/x/y/z", "image x/y/z"),
      ("/images/a.jpg/tiles/3/7_11.jpg", "tile a.jpg 3 7 11 jpeg"),
      ("/images/f/a.jpg/tiles/-2/0_1.webp", "tile f/a.jpg -2 0 1 webp"),
      ("/images/f%2Fa.jpg/tiles/0/0_0.avif", "tile f/a.jpg 0 0 0 avif"),
      ("/images/tiles/tiles/0/0_0.png", "tile tiles 0 0 0 png"),
      ("/images/a.jpg/viewport", "viewport a.jpg"),
      ("/images/f/a.jpg/viewport/tiles", "tiles f/a.jpg"),
      ("/images/viewport", "image viewport"), ("/images/viewport/viewport", "viewport viewport"),
      ("/presentation/3/a.jpg/manifest.json", "presentation three manifest a.jpg"),
      ("/presentation/2/f/a.tif;2/manifest.json", "presentation two manifest f/a.tif;2"),
      ("/presentation/3/manifest.json", "presentation three manifest "),
      ("/presentation/3/collection.json", "presentation three collection "),
      ("/presentation/3/f%2Fg/collection.json", "presentation three collection f/g"),
      ("/presentation/3/canvas/p12", "presentation three canvas(12) "),
      ("/presentation/3/canvas/p12/canvas/p1", "presentation three canvas(1) canvas/p12"),
      ("/presentation/2/f/a.tif/range/999999", "presentation two range(999999) f/a.tif"),
      ("/images/f/a.pdf;3/text", "reading words f/a.pdf;3"),
      ("/images/a.pdf/text.txt", "reading plainText a.pdf"),
      ("/images/a.pdf/alto.xml", "reading alto a.pdf"), ("/images/text", "image text"),
      ("/images/a.pdf/outline", "reading outline a.pdf"),
      ("/images/f/a.pdf;3/links", "reading links f/a.pdf;3"), ("/images/links", "image links"),
      ("/images/a.pdf/search", "reading search a.pdf"),
      ("/iiif/3/a.jpg", "base three a.jpg"), ("/iiif/2/f%2Fa.jpg", "base two f/a.jpg"),
      ("/iiif/2/f/a.jpg", "base two f/a.jpg"), ("/iiif/3/a.jpg/info.json", "info three a.jpg"),
      ("/iiif/2/f/a.jpg/info.json", "info two f/a.jpg"),
      ("/iiif/3/a.jpg/full/max/0/default.jpg", "iiif three a.jpg"),
      ("/iiif/2/f/g/a.jpg/full/full/0/default.jpg", "iiif two f/g/a.jpg"),
      ("/iiif/3/ark:%2F12025%2F654xz321/full/max/0/default.jpg", "iiif three ark:/12025/654xz321"),
      ("/iiif/3/urn:foo:a123,456/info.json", "info three urn:foo:a123,456"),
      // Encoded twice is decoded once.
      ("/iiif/3/13:1%253C69/info.json", "info three 13:1%3C69"),
      ("/dzi/a.jpg.dzi", "dzi a.jpg"), ("/dzi/f/a.jpg.dzi", "dzi f/a.jpg"),
      ("/dzi/a.jpg_files/12/3_4.jpg", "dzi a.jpg 12 3 4 jpeg"),
      ("/dzi/f%2Fa_files.jpg_files/0/0_0.jpeg", "dzi f/a_files.jpg 0 0 0 jpeg"),
      ("/dzi/f/a.jpg_files/1/0_0.png", "dzi f/a.jpg 1 0 0 png"),
      ("/zoomify/a.jpg/ImageProperties.xml", "zoomify a.jpg"),
      ("/zoomify/f/a.jpg/TileGroup2/5-6-7.jpg", "zoomify f/a.jpg 2 5 6 7"),
      ("/xyz/f/a.jpg.json", "xyz f/a.jpg"), ("/xyz/a.jpg/3/1/2.webp", "xyz a.jpg 3 1 2 webp"),
      ("/xyz/2024/1/2.json", "xyz 2024/1/2"), ("/healthz", "health"), ("/readyz", "readiness"),
      ("/metrics", "metrics"), ("/robots.txt", "robots"), ("/favicon.ico", "icon"),
      // A slash behind a name means nothing.
      ("/view/a.jpg/", "viewer a.jpg"), ("/view/folder/", "viewer folder"),
      ("/embed/folder/a.jpg/", "embed folder/a.jpg"), ("/images/f/a.jpg/", "image f/a.jpg"),
      ("/iiif/3/a.jpg/", "base three a.jpg"),
    ])
  func `paths are read`(path: String, route: String) throws {
    #expect(try Self.reading(path) == route)
  }

  @Test(
    arguments: [
      "/favicon.ico/", "/Images/a.jpg", "/iiif", "/iiif/", "/iiif/1/a/info.json", "/iiif/3",
      "/iiif/3/", "/iiif/3//info.json", "/iiif/3/info.json/", "/dzi", "/dzi/a.jpg", "/dzi/.dzi",
      "/dzi/_files/0/0_0.jpg", "/dzi/a_files/0/0_0.gif", "/zoomify/a.jpg", "/xyz/a.jpg",
      "/presentation", "/presentation/3", "/presentation/3/", "/presentation/4/a/manifest.json",
      "/presentation/3/a.jpg", "/presentation/3/a/canvas/p0", "/presentation/3/a/canvas/p01",
      "/presentation/3/a/canvas/1", "/presentation/3/a/canvas/p1000000",
      "/presentation/3/a/range/p1", "/presentation/3/a/text/1", "/search", "/search/3/a",
      "/presentation/3//manifest.json",
      "/xyz/.json", "/view", "/view/", "/embed/", "/viewer", "/healthz/", "/healthz/x",
      "/metrics/a", "/images/a/tiles/0/0_0.gif", "/images/a/tiles/0/0_0.jpeg",
      "//images/a.jpg",
    ])
  func `there is nothing elsewhere`(path: String) throws {
    do throws(RequestProblem) {
      let route = try Route(path)
      // A path may still be read as the name of an image that nobody has.
      if case .site(.iiifBase) = route { return }
      Issue.record("\(path) is \(route)")
    } catch {
      #expect(error.kind == .absent, "\(path): \(error.detail)")
    }
  }

  @Test(
    arguments: [
      "/dzi/a_files/0/0.jpg", "/dzi/a_files/x/0_0.jpg", "/dzi/a_files/-1/0_0.jpg",
      "/dzi/a_files/0/0_0", "/zoomify/a/TileGroup/0-0-0.jpg", "/zoomify/a/TileGroup0/0-0.jpg",
      "/zoomify/a/TileGroup0/0-0-0.png", "/zoomify/a/Group0/0-0-0.jpg",
      "/images/a/tiles/0/x_0.jpg", "/images/a/tiles/0/0_-1.jpg", "/xyz/a/0/0/x.jpg",
    ])
  func `tiles of a wrong form are refused`(path: String) {
    let problem = #expect(throws: RequestProblem.self) { try Route(path) }
    #expect(problem?.kind == .malformed)
  }

  @Test(
    arguments: [
      "/images/a/tiles/0/00_0.jpg", "/images/a/tiles/0/0_00.jpg", "/images/a/tiles/0/+0_0.jpg",
      "/images/a/tiles/-1/01_1.jpg", "/images/a/tiles/0/%30_0.jpg", "/dzi/a_files/00/0_0.jpg",
      "/dzi/a_files/0/01_0.jpg", "/dzi/a_files/0/0_0000.jpg", "/dzi/a_files/+0/0_0.jpg",
      "/zoomify/a/TileGroup00/0-0-0.jpg", "/zoomify/a/TileGroup0/01-0-0.jpg",
      "/zoomify/a/TileGroup0/0-00-0.jpg", "/zoomify/a/TileGroup0/0-0-00.jpg", "/xyz/a/0/0/00.jpg",
    ])
  func `a tile's numbers are written in one way`(path: String) {
    let problem = #expect(throws: RequestProblem.self) { try Route(path) }
    #expect(problem?.kind == .malformed)
  }

  @Test(
    arguments: [
      ("/images/a/tiles/00/0_0.jpg", "image a/tiles/00/0_0.jpg"),
      ("/images/a/tiles/-0/0_0.jpg", "image a/tiles/-0/0_0.jpg"),
      ("/images/a/tiles/+1/0_0.jpg", "image a/tiles/+1/0_0.jpg"),
      ("/images/a/tiles/-01/0_0.jpg", "image a/tiles/-01/0_0.jpg"),
      ("/images/a/tiles/%31/0_0.jpg", "image a/tiles/1/0_0.jpg"),
    ])
  func `a level that is written otherwise is a part of a name`(path: String, route: String) throws {
    #expect(try Self.reading(path) == route)
  }

  @Test(arguments: ["/xyz/a/00/0/0.jpg", "/xyz/a/0/00/0.jpg", "/xyz/a/0/+0/0.jpg"])
  func `a zoom that is written otherwise is nothing`(path: String) {
    let problem = #expect(throws: RequestProblem.self) { try Route(path) }
    #expect(problem?.kind == .absent)
  }

  @Test func `depth has a limit, and no path is too long to be read`() throws {
    let deep = "/images/" + String(repeating: "a/", count: 62) + "a"
    #expect(try Self.reading(deep).hasPrefix("image a/a/"))
    #expect(throws: RequestProblem.self) {
      try Route("/images/" + String(repeating: "a/", count: 63))
    }
    #expect(throws: RequestProblem.self) {
      try Route("/iiif/3/" + String(repeating: "/", count: 100_000) + "full/max/0/default.jpg")
    }
  }

  /// A path sliced out of a larger buffer, as requests have theirs.
  @Test func `reading does not depend on where the bytes lie`() throws {
    let head = Array("GET /images/f/a.jpg/tiles/3/7_11.jpg HTTP/1.1".utf8)
    guard case .image(let name, .picture(.tile(let tile))) = try Route(path: head[4..<36]) else {
      Issue.record("no tile")
      return
    }
    #expect(name.decodedText == "f/a.jpg")
    #expect((tile.reduction, tile.column, tile.row) == (3, 7, 11))
  }

  @Test(arguments: ["a b/c%d;1.jpg", "né.tif", "[x]?#&+\"<>.png", "..%2F", "a\u{7f}\n"])
  func `names we write are read back as the same`(text: String) throws {
    let name = ImageName(path: Array(text.utf8))
    #expect(name.encoded.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") })
    #expect(name.bytes == Array(text.utf8))
    let fields = try QueryFields(Array("folder=\(name.text)&v=1".utf8)[...])
    #expect(try fields.value("folder") == text)
    #expect(try Self.reading("/iiif/3/\(name.text)/info.json") == "info three \(text)")
  }

  @Test(arguments: ["a=1&a=2", "a=%FF", "a=%zz", "a=%C0%AF", "a=%"])
  func `queries that say nothing clear are refused`(text: String) {
    #expect(throws: RequestProblem.self) {
      _ = try QueryFields(Array(text.utf8)[...]).value("a")
    }
  }

  @Test func `a query has few parameters and known ones`() throws {
    let many = (0...QueryFields.limit).map { "p\($0)=1" }.joined(separator: "&")
    #expect(throws: RequestProblem.self) { try QueryFields(Array(many.utf8)[...]) }
    let fields = try QueryFields(Array("zoom=1&&colour=+1%202".utf8)[...])
    #expect(throws: RequestProblem.self) { try fields.checkNames(["zoom"]) }
  }

  @Test func `a plus sign in a value is a blank and an encoded one is itself`() throws {
    let fields = try QueryFields(Array("a=two+words%20and%2Bone&b+c=+".utf8)[...])
    #expect(try fields.value("a") == "two words and+one")
    #expect(try fields.value("b+c") == " ")
  }

  @Test(arguments: ["+3,+4", "%2B3,%2B4"])
  func `numbers in queries may have their sign as it is`(center: String) throws {
    let query = "bounds=100,100&center=\(center)&zoom=+1"
    let shape = try Shapes.shape(1000, 1000)
    let signed = try ViewRequest(
      QueryFields(Array(query.utf8)[...], plus: .sign), for: shape
    ).answer()
    let plain = try ViewRequest(
      QueryFields(Array("bounds=100,100&center=3,4&zoom=1".utf8)[...]), for: shape
    ).answer()
    #expect(signed.viewport == plain.viewport)
    let blank = try QueryFields(Array("bounds=100,100&zoom=%201".utf8)[...], plus: .sign)
    #expect(throws: RequestProblem.self) { try ViewRequest(blank, for: shape) }
  }

  @Test func `any address may say its version, and that nothing may come of it`() throws {
    let shape = try Shapes.shape(1000, 1000)
    let query = "v=abc&bounds=100,100&missing=empty&zoom=5e-1"
    #expect(throws: Never.self) { try ViewRequest(QueryFields(Array(query.utf8)[...]), for: shape) }
    for (query, takes) in [
      ("missing=empty", true), ("v=1&missing=empty", true), ("missing=empty&x", true),
      ("missing=error", false), ("missing=emptyish", false), ("amissing=empty", false), ("", false),
    ] {
      #expect(QueryFields.takesEmpty(Array("?\(query)".utf8)[1...]) == takes, "\(query)")
    }
  }

  @Test(
    arguments: [
      ("v=1", "1"), ("a=1&v=x&v=y", "x"), ("v=", ""), ("v=a=b&c", "a=b"), ("vv=1&v2=1&v", nil),
      ("", nil), ("&&v=%20", "%20"),
    ] as [(String, String?)])
  func `the first parameter of a name is found as it came`(query: String, value: String?) {
    let found = QueryFields.raw("v", in: Array("?\(query)".utf8)[1...])
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == value)
  }

  @Test(arguments: ["two words+one", "Sammlung Müller", "a&b=c#d?e%20f;"])
  func `what we write into queries is read alike with and without blanks as plus`(
    text: String
  ) throws {
    let written = ImageName(path: Array(text.utf8)).encoded
    var plain: [UInt8] = []
    var form: [UInt8] = []
    let isSound = plain.append(percentDecoding: written)
    let isSoundAsForm = form.append(queryValueDecoding: written)
    #expect(isSound && isSoundAsForm)
    #expect(plain == Array(text.utf8) && form == plain)
  }
}
