import ServiceBench
import Sources
import Testing

@testable import TileService

/// What holds for every answer, whatever it is about; single answers are in `Tests/Answers`.
@Suite struct ManyAnswersTests {
  static let tile = "/images/color.tif/tiles/0/1_0.jpg"
  static let render = "/iiif/3/color.tif/10,10,333,222/100,/90/gray.png"

  /// Everything that is answered with a picture or a document.
  static let answers = [
    tile, "/images/color.tif/tiles/0/2_1.jpg", render, "/images/color.tif/tiles/0/1_1.png",
    "/dzi/color.tif_files/10/1_1.jpg", "/xyz/color.tif/2/2/1.jpg",
    "/zoomify/color.tif/TileGroup0/0-0-0.jpg", "/iiif/2/color.tif/full/full/0/default.jpg",
    "/images/color.tif", "/images", "/images/album", "/images/pages.tif",
    "/iiif/2/color.tif/info.json", "/iiif/3/color.tif/info.json", "/dzi/color.tif.dzi",
    "/zoomify/color.tif/ImageProperties.xml", "/xyz/color.tif.json",
    "/images/color.tif/viewport?bounds=300,200", "/view/color.tif", "/embed/color.tif", "/",
    "/viewer/style/viewer.css", "/viewer/bundles/view.js",
  ]

  static let refusals = [
    ("/images/nothing.jpg", 404), ("/iiif/3/color.tif/oops/max/0/default.jpg", 400),
    ("/nowhere", 404), ("/images/color.tif/viewport?bounds=oops", 400),
    ("/dzi/color.tif_files/99/0_0.jpg", 404), ("/images/notes.jpg", 415),
  ]

  /// An answer of a bench of its own, asked for twice: the first time opens the image.
  static func answer(
    _ path: String, _ bench: ServiceBench, method: String = "GET", _ fields: [String] = []
  ) throws -> BenchAnswer {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: bench"] + fields
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
    return try #require(bench.answer(to: text.utf8))
  }

  @Test(arguments: answers)
  func `what a client has is not sent again`(path: String) throws {
    let bench = try ServiceBench(AnswerCase.images)
    let first = try Self.answer(path, bench)
    #expect(first.status == 200)
    let tag = try #require(first["ETag"])
    let isStrong = tag.hasPrefix("\"")
    for condition in [tag, "\"other\", \(tag)", "*", isStrong ? "W/\(tag)" : tag] {
      let again = try Self.answer(path, bench, ["If-None-Match: \(condition)"])
      #expect(again.status == 304 && again.body.isEmpty, "\(condition)")
      for name in ["ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin"] {
        #expect(again[name] == first[name], "\(name)")
      }
    }
    for condition in ["\"other\"", String(tag.dropLast()), tag.dropLast(2) + "x\""] {
      let again = try Self.answer(path, bench, ["If-None-Match: \(condition)"])
      #expect(again.body == first.body, "\(condition)")
    }
    #expect(try Self.answer(path, bench, ["If-Match: \"other\""]).status == 412)
    if isStrong {
      #expect(try Self.answer(path, bench, ["If-Match: \(tag)"]).body == first.body)
    }
  }

  @Test(arguments: answers + refusals.map(\.0) + ["/iiif/3/color.tif", "/healthz", "/robots.txt"])
  func `HEAD tells what GET would`(path: String) throws {
    let bench = try ServiceBench(AnswerCase.images)
    let get = try Self.answer(path, bench)
    let head = try Self.answer(path, bench, method: "HEAD")
    #expect(head.head == get.head && head.body.isEmpty)
  }

  @Test(arguments: answers + refusals.map(\.0))
  func `pages of other sites may read everything`(path: String) throws {
    let bench = try ServiceBench(AnswerCase.images)
    let origin = "Origin: https://elsewhere.test"
    #expect(try Self.answer(path, bench, [origin])["Access-Control-Allow-Origin"] == "*")
    let preflight = try Self.answer(
      path, bench, method: "OPTIONS",
      [origin, "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: Range"])
    #expect(preflight.status == 204 && preflight.body.isEmpty)
    #expect(preflight["Access-Control-Allow-Origin"] == "*")
    #expect(preflight["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
    #expect(preflight["Access-Control-Allow-Headers"] == "*")
  }

  @Test func `addresses with a version never change`() throws {
    let bench = try ServiceBench(AnswerCase.images) { $0.cacheSeconds = 1234 }
    let version = try bench.open("color.tif").version.text
    for path in [
      Self.tile, Self.render, "/dzi/color.tif_files/10/1_1.jpg", "/xyz/color.tif/2/2/1.jpg",
    ] {
      for query in ["v=\(version)", "x=1&v=\(version)"] {
        #expect(
          try Self.answer("\(path)?\(query)", bench)["Cache-Control"]
            == "public, max-age=31536000, immutable")
      }
      #expect(try Self.answer(path, bench)["Cache-Control"] == "public, max-age=1234")
      for query in ["v=another", "v=", "v=\(version)x"] {
        let answer = try Self.answer("\(path)?\(query)", bench)
        #expect(answer.status == 200 && answer["Cache-Control"] == "no-cache")
      }
    }
    for document in ["/images/color.tif", "/iiif/3/color.tif/info.json", "/images"] {
      #expect(try Self.answer(document, bench)["Cache-Control"] == "no-cache")
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (0, 1)])
  func `the same picture is the same bytes whoever asks`(column: Int, row: Int) throws {
    let bench = try ServiceBench(AnswerCase.images)
    let version = try bench.open("color.tif").version.text
    let (x, y) = (column * 256, row * 256)
    let (wide, high) = (min(256, 700 - x), min(256, 500 - y))
    let native = try Self.answer("/images/color.tif/tiles/0/\(column)_\(row).jpg", bench)
    #expect(native.status == 200)
    var same = [
      "/images/color.tif/tiles/0/\(column)_\(row).jpg?v=\(version)",
      "/iiif/3/color.tif/\(x),\(y),\(wide),\(high)/max/0/default.jpg",
      "/iiif/3/color.tif/\(x),\(y),256,256/\(wide),\(high)/0/color.jpg",
      "/iiif/3/color.tif/\(x),\(y),\(wide),\(high)/pct:100/0/default.jpg",
      "/iiif/2/color.tif/\(x),\(y),\(wide),\(high)/\(wide),/0/default.jpg",
      "/iiif/2/color.tif/\(x),\(y),\(wide),\(high)/full/0/default.jpg",
      "/iiif/2/color.tif/\(x),\(y),\(wide),\(high)/,\(high)/0.0/color.jpg",
      "/dzi/color.tif_files/10/\(column)_\(row).jpg",
      "/dzi/color.tif_files/10/\(column)_\(row).jpeg",
    ]
    if (wide, high) == (256, 256) { same.append("/xyz/color.tif/2/\(column)/\(row).jpg") }
    for path in same {
      let answer = try Self.answer(path, bench)
      #expect(answer.status == 200 && answer.body == native.body, "\(path)")
      #expect(answer["ETag"] == native["ETag"], "\(path)")
    }
  }

  @Test(arguments: refusals)
  func `errors are JSON, and for browsers pages`(path: String, status: Int) throws {
    let bench = try ServiceBench(AnswerCase.images)
    for fields in [
      [], ["Accept: */*"], ["Accept: image/avif,*/*"], ["Accept: application/json"],
    ] {
      let answer = try Self.answer(path, bench, fields)
      #expect(answer.status == status && answer["Content-Type"] == "application/json")
      #expect(answer.text.hasPrefix("{\"error\": {\"status\": \(status), \"reason\": \""))
      #expect(answer.text.contains("\"detail\": \"") && answer["Cache-Control"] == "no-store")
      #expect(answer["Vary"] == "Accept")
    }
    let browser = "Accept: text/html,application/xhtml+xml,image/avif,image/webp,*/*;q=0.8"
    let page = try Self.answer(path, bench, [browser])
    #expect(page.status == status && page["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.text.hasPrefix("<!doctype html>") && page.text.contains("\(status)"))
  }

  @Test(
    arguments: [
      ("image/avif,image/webp,*/*;q=0.8", "avif"), ("image/webp,*/*;q=0.8", "webp"),
      ("image/webp;q=0.5,image/jpeg", "jpeg"), ("image/*", "jpeg"), ("*/*", "jpeg"),
      ("text/html", "jpeg"), ("image/avif;q=0,image/webp;q=0", "jpeg"),
      ("image/avif;q=0, image/webp", "webp"),
    ])
  func `native tiles come as Accept prefers where that is switched on`(
    accept: String, kind: String
  ) throws {
    let bench = try ServiceBench(AnswerCase.images) { $0.negotiatesFormat = true }
    let answer = try Self.answer(Self.tile, bench, ["Accept: \(accept)"])
    #expect(answer["Content-Type"] == "image/\(kind)" && answer["Vary"] == "Accept")
    let tag = try #require(answer["ETag"])
    let again = try Self.answer(
      Self.tile, bench, ["Accept: \(accept)", "If-None-Match: \(tag)"])
    #expect(again.status == 304)
    // What was asked for by its address alone stays what it is.
    let region = "/iiif/3/color.tif/0,0,256,256/max/0/default.jpg"
    for (path, type) in [(Self.render, "png"), (region, "jpeg")] {
      let answer = try Self.answer(path, bench, ["Accept: \(accept)"])
      #expect(answer["Content-Type"] == "image/\(type)" && answer["Vary"] == nil)
    }
    let plain = try Self.answer(Self.tile, bench)
    #expect((plain["ETag"] == tag) == (kind == "jpeg"), "each format has a tag of its own")
  }

  /// Where documents say that they and their tiles are, and where redirects lead.
  static func addresses(_ bench: ServiceBench, _ fields: [String]) throws -> [String] {
    func text(_ path: String) throws -> String { try answer(path, bench, fields).text }
    let redirect = try answer("/iiif/3/color.tif", bench, fields)
    let picture = try answer(render, bench, fields)
    return [
      try text("/iiif/3/color.tif/info.json"), try text("/iiif/2/color.tif/info.json"),
      try text("/xyz/color.tif.json"), redirect["Location"] ?? "", picture["Link"] ?? "",
    ]
  }

  @Test(
    arguments: [
      (false, nil, [], "http://bench"), (false, nil, BaseAddressTests.forwarded, "http://bench"),
      (true, nil, [], "http://bench"),
      (true, nil, BaseAddressTests.forwarded, "https://images.example.org/tiles"),
      (true, "https://public.example/t/", BaseAddressTests.forwarded, "https://public.example/t"),
    ] as [(Bool, String?, [String], String)])
  func `documents say where we are as the asker sees it`(
    trusts: Bool, public: String?, fields: [String], base: String
  ) throws {
    let address = try `public`.map { try PublicAddress(parsing: $0) }
    let bench = try ServiceBench(AnswerCase.images) {
      $0.trustsForwarded = trusts
      $0.publicBase = address
    }
    // A picture may be kept for all: it says nothing of the host that one of them named.
    let shared = `public` == nil ? (base.hasSuffix("/tiles") ? "/tiles" : "") : base
    let (three, two) = ("\(base)/iiif/3/color.tif", "\(base)/iiif/2/color.tif")
    let wanted = [
      "\"id\":\"\(three)\"", "\"@id\":\"\(two)\"", "\"\(base)/xyz/color.tif/{z}/{x}/{y}.jpg?v=",
      "\(three)/info.json",
      "<\(shared)/iiif/3/color.tif/10,10,333,222/100,67/90/gray.png>;rel=\"canonical\"",
    ]
    for (given, wanted) in zip(try Self.addresses(bench, fields), wanted) {
      #expect(given.contains(wanted), "\(given)")
    }
    // Our own documents begin with a slash where nobody stands in front of us.
    let view = try Self.answer("/images/color.tif/viewport?bounds=300,200", bench, fields).text
    let own = base == "http://bench" ? "" : base
    #expect(view.contains("\"url\":\"\(own)/images/color.tif/tiles/"))
  }
}
