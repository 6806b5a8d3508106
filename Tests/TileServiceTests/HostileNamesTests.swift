import Foundation
import ServiceBench
import Testing

/// No name makes the service answer with what is not below its folder, or say where that is.
@Suite struct HostileNamesTests {
  static let names =
    [
      "../secret.jpg", "%2e%2e/secret.jpg", "%2E%2E%2Fsecret.jpg", "..%2Fsecret.jpg",
      ".%2e/secret.jpg", "%252e%252e%252fsecret.jpg", "..%255csecret.jpg", "..\\secret.jpg",
      "..%5Csecret.jpg", "folder/../../secret.jpg", "folder%2F..%2F..%2Fsecret.jpg",
      "a.jpg/../../secret.jpg", "....//secret.jpg", "..;/secret.jpg", "./../secret.jpg",
      "%2e", "%2e%2e", "/", "%2F", "//secret.jpg", "/etc/passwd", "%2Fetc%2Fpasswd",
      "//etc/passwd", "%2F%2Fetc/passwd", "folder//b.jpg", "folder/./b.jpg", "folder%2F%2Fb.jpg",
      "file:///etc/passwd", "~root/secret.jpg", "C:%5Csecret.jpg", ".hidden.jpg",
      "%2ehidden.jpg",
      // Two bytes and more for what has one; a decoder that takes them sees dots and slashes.
      "%c0%ae%c0%ae/secret.jpg", "%c0%ae%c0%ae%c0%afsecret.jpg",
      "%e0%80%ae%e0%80%ae%e0%80%afsecret.jpg", "%f0%80%80%ae%f0%80%80%ae/secret.jpg",
      "%fc%80%80%80%80%ae/secret.jpg", "%ff%fe.jpg", "%ef%bc%8e%ef%bc%8e/secret.jpg",
      "%e2%80%a4%e2%80%a4%e2%88%95secret.jpg", "a.jpg%00", "%00a.jpg", "a.jpg%00.png",
      "folder%00/b.jpg", "..%00/secret.jpg", "a.jpg%0a", "a.jpg%0d%0aX-Injected:%201",
      "a.jpg%20", "%20a.jpg", "a.jpg.", "A.JPG", "a%", "a%2", "a%zz.jpg", "%", "a.jpg\u{0}",
      "a.jpg\u{7f}", "a b.jpg",
      // What libvips takes for options, other loaders and descriptors.
      "a.jpg[shrink=8]", "a.jpg%5Bshrink=8%5D", "a.jpg%5Bpage=1,n=-1%5D", "a.jpg:1", "a.jpg%3A0",
      "magick:a.jpg", "svg:a.jpg", "descriptor:0", "%5Bdescriptor=0%5D", "stdin", "-", "|id",
      "%7Cid",
      // Links that lead out or nowhere, and what is no file.
      "outside.jpg", "absolute.jpg", "up/secret.jpg", "up%2Fsecret.jpg", "up/root/a.jpg",
      "loop.jpg", "gone.jpg", "descriptors/0", "descriptors%2F1", "pipe.jpg", "a.jpg/b.jpg",
      "a.jpg%2F", "folder%2F", "a.jpg;0", "a.jpg;01", "a.jpg;-1", "a.jpg;1;1", "a.jpg;2",
      "a.jpg;1.0", "a.jpg;+1", "a.jpg;" + String(repeating: "9", count: 400),
      String(repeating: "d/", count: 100) + "a.jpg", String(repeating: "x", count: 300),
      String(repeating: "x", count: 5000), String(repeating: "%78", count: 2000),
      String(repeating: "y", count: 9000),
    ]

  @Test(arguments: HostileFolder.routes)
  func `names that lead out or nowhere are refused`(route: String) throws {
    let folder = try HostileFolder()
    for name in Self.names {
      let target = route.replacing("{}", with: name).utf8
      folder.checkRefused(try folder.get(target), target)
    }
    try folder.checkAlive()
  }

  @Test(arguments: HostileFolder.routes)
  func `bytes beyond ASCII in a target are refused`(route: String) throws {
    let folder = try HostileFolder()
    let parts = route.split(separator: "{}", omittingEmptySubsequences: false)
    let raw: [[UInt8]] = [
      [0xC0, 0xAE, 0xC0, 0xAE] + Array("/secret.jpg".utf8), [0xFF] + Array(".jpg".utf8),
      Array("\u{2024}.jpg".utf8), Array("é.jpg".utf8),
    ]
    for name in raw {
      let target = Array(parts[0].utf8) + name + Array(parts[1].utf8)
      folder.checkRefused(try folder.get(target), target)
    }
  }

  @Test func `a folder named like an image is an album and no picture`() throws {
    let folder = try HostileFolder()
    #expect(try folder.get("/images/folder.jpg".utf8).text.contains("\"type\":\"album\""))
    for route in HostileFolder.pictureRoutes {
      let target = route.replacing("{}", with: "folder.jpg").utf8
      folder.checkRefused(try folder.get(target), target, statuses: [404])
    }
  }

  @Test func `a link inside the folder is followed`() throws {
    let folder = try HostileFolder()
    let through = try folder.get("/images/inside.jpg/tiles/0/0_0.jpg".utf8)
    let straight = try folder.get("/images/a.jpg/tiles/0/0_0.jpg".utf8)
    #expect(through.status == 200 && through.body == straight.body)
  }

  @Test func `listings stay below the folder`() throws {
    let folder = try HostileFolder()
    #expect(
      try CatalogueTests.names("", folder.bench) == ["folder", "folder.jpg", "a.jpg", "inside.jpg"]
    )
    for name in [
      "..", "../..", "%2e%2e", "folder/..", "folder%2F..", "/", "/etc", "%2Fetc", "up", "up/root",
      "descriptors", ".", "./folder", "folder//", "%00", "folder%00", "a.jpg", "%c0%ae%c0%ae",
      ".hidden", String(repeating: "x", count: 5000), String(repeating: "d/", count: 200), "%",
      "%zz",
    ] {
      let target = "/images?folder=\(name)".utf8
      folder.checkRefused(try folder.get(target), target)
    }
    for query in ["cursor=..", "cursor=66", "cursor=662e2e2f", "search=..", "search=secret"] {
      let target = "/images?\(query)".utf8
      let answer = try folder.get(target)
      #expect([200, 400].contains(answer.status) && !answer.text.contains("secret.jpg"))
      folder.checkSilence(answer, target)
    }
  }

  @Test func `the viewer's files are those of the viewer alone`() throws {
    let folder = try HostileFolder()
    #expect(try folder.get("/viewer/pages/view.html".utf8).status == 200)
    for path in [
      "../metrics", "..%2Fa.jpg", "pages/../pages/view.html", "%2e%2e/a.jpg", "/etc/passwd",
      "pages/view.html%00", "pages", "pages/", "", "PAGES/VIEW.HTML",
      String(repeating: "x", count: 4000),
    ] {
      let target = "/viewer/\(path)".utf8
      folder.checkRefused(try folder.get(target), target)
    }
  }

  @Test(
    arguments: [
      ("If-None-Match: " + String(repeating: "\"x\", ", count: 2000), [200, 431]),
      ("If-None-Match: \"unfinished", [200, 400]),
      ("Range: bytes=0-" + String(repeating: "9", count: 40), [200, 206, 416]),
      ("Range: bytes=-9223372036854775809", [200, 206, 416]),
      ("Range: bytes=9223372036854775808-", [200, 416]),
      ("Range: bytes=" + String(repeating: "0-1,", count: 1000) + "0-1", [200, 416]),
      ("Range: pixels=1-2", [200]),
      ("Accept: " + String(repeating: "image/avif;q=1,", count: 700), [200]),
      ("Accept: image/*;q=NaN", [200]), ("X-Forwarded-Host: evil\"><script>", [200]),
      ("Cookie: " + String(repeating: "c", count: 20_000), [431]),
      ("If-Modified-Since: Thu, 99 Foo 99999 99:99:99 GMT", [200]),
      ("Content-Length: 99999999999999999999", [400, 413]),
      ("Transfer-Encoding: chunked, gzip", [400, 501]),
    ] as [(String, Set<Int>)])
  func `fields of any kind are borne`(line: String, statuses: Set<Int>) throws {
    let folder = try HostileFolder()
    let answer = try folder.get("/images/a.jpg/tiles/0/0_0.jpg".utf8, line)
    #expect(statuses.contains(answer.status))
    folder.checkSilence(answer, line.utf8)
    #expect(!answer.head.joined().contains("evil"))
  }

  @Test func `what strangers write comes back as text alone`() throws {
    let folder = try HostileFolder()
    let name = "/images/%3Cscript%3Ealert(1)%3C%2Fscript%3E.jpg"
    for path in [
      name, name + "/tiles/0/%3Cscript%3E_0.jpg", "/iiif/3/a.jpg/%3Cscript%3E/max/0/default.jpg",
    ] {
      let answer = try folder.get(path.utf8, "Accept: text/html")
      folder.checkRefused(answer, path.utf8)
      #expect(answer["Content-Type"] == "text/html; charset=utf-8")
      #expect(!answer.text.contains("<script"))
      #expect(answer["X-Content-Type-Options"] == "nosniff")
    }
    let split = try folder.get("/iiif/3/a.jpg%0d%0aX-Injected:%201/info.json".utf8)
    #expect(split["X-Injected"] == nil)
  }
}
