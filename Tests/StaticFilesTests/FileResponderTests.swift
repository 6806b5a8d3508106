import Foundation
import Glibc
import Testing

@Suite struct FileResponderTests {
  private let folder: ServedFolder

  init() throws { folder = try ServedFolder() }

  @Test func `files have types and validators`() throws {
    let first = try folder.get("/a.txt")
    #expect((first.status, first.text) == (200, "hello"))
    #expect(first.fields["Content-Type"] == "text/plain; charset=utf-8")
    #expect(first.fields["X-Content-Type-Options"] == "nosniff")
    #expect(first.fields["Access-Control-Allow-Origin"] == "*")
    let tag = try #require(first.fields["ETag"])
    let modified = try #require(first.fields["Last-Modified"])
    let again = try folder.get("/a.txt", "If-None-Match: \(tag)")
    #expect((again.status, again.text) == (304, ""))
    #expect(again.fields["ETag"] == tag)
    #expect(again.fields["Content-Length"] == nil)
    #expect(try folder.get("/a.txt", "If-Modified-Since: \(modified)").status == 304)
    #expect(try folder.get("/a.txt", "If-Match: \"x\"").status == 412)
    let head = try folder.get("/a.txt", method: "HEAD")
    #expect((head.status, head.text) == (200, ""))
    #expect(head.fields["Content-Length"] == "5")
  }

  @Test func `parts are sent, and what lies outside is refused`() throws {
    let tag = try #require(try folder.get("/a.txt").fields["ETag"])
    let part = try folder.get("/a.txt", "Range: bytes=1-2", "If-Range: \(tag)")
    #expect((part.status, part.text) == (206, "el"))
    #expect(part.fields["Content-Range"] == "bytes 1-2/5")
    let outside = try folder.get("/a.txt", "Range: bytes=5-")
    #expect(outside.status == 416)
    #expect(outside.fields["Content-Range"] == "bytes */5")
    #expect(try folder.get("/a.txt", "Range: bytes=-3").text == "llo")
  }

  @Test func `an empty file has an empty answer`() throws {
    try folder.write("", to: "empty.bin")
    let answer = try folder.get("/empty.bin")
    #expect((answer.status, answer.body) == (200, []))
    #expect(answer.fields["Content-Length"] == "0")
  }

  @Test(arguments: [
    "/.hidden", "/sub/..odd", "/pipe", "/out", "/absolute", "/device", "/missing", "/../secret",
    "/%2e%2e/secret", "/sub/../a.txt", "/sub%2Findex.html", "/a.txt%00", "//a.txt", "/a.txt/",
    "/%2e%2e%2fsecret", "/a%252Etxt", "/./a.txt", "//evil", "/%2Ehidden",
  ])
  func `only plain visible files of the folder are served`(target: String) throws {
    try folder.write("x", to: ".hidden")
    try folder.write("x", to: "sub/..odd")
    let isPipeMade = unsafe mkfifo("\(folder.path)/pipe", 0o600) == 0
    #expect(isPipeMade)
    try folder.link("out", to: "../secret")
    try folder.link("absolute", to: (folder.path as NSString).deletingLastPathComponent + "/secret")
    if geteuid() == 0 {
      // /dev/zero: to be read for ever.
      let isDeviceMade =
        unsafe mknod("\(folder.path)/device", S_IFCHR | 0o666, 1 << 8 | 5) == 0
      #expect(isDeviceMade)
    }
    #expect(try folder.get(target).status == 404)
  }

  @Test func `links inside the folder are followed, and names are decoded`() throws {
    try folder.link("inside", to: "a.txt")
    #expect(try folder.get("/inside").text == "hello")
    #expect(try folder.get("/%61.txt").text == "hello")
  }

  @Test func `a folder is its index, below its slash`() throws {
    let answer = try folder.get("/sub?q=1")
    #expect((answer.status, answer.fields["Location"]) == (301, "/sub/?q=1"))
    #expect(try folder.get("/sub/").text == "<p>sub</p>")
  }

  @Test func `methods other than reading are refused`() throws {
    let refused = try folder.get("/a.txt", "Content-Length: 0", method: "POST")
    #expect((refused.status, refused.fields["Allow"]) == (405, "GET, HEAD, OPTIONS"))
    #expect(refused.text.hasPrefix("{\"error\": {\"status\": 405, "))
    let unknown = try folder.get("/a.txt", "Accept: text/html", method: "BREW")
    #expect(unknown.fields["Content-Type"]?.hasPrefix("text/html") == true)
    let options = try folder.get("/a.txt", method: "OPTIONS")
    #expect((options.status, options.fields["Allow"]) == (204, "GET, HEAD, OPTIONS"))
  }

  @Test func `more files than may stay open are all served`() throws {
    for number in 0..<12 { try folder.write("\(number)", to: "\(number).txt") }
    for number in (0..<12).map({ $0 % 7 }) + Array(0..<12) {
      #expect(try folder.get("/\(number).txt").text == "\(number)")
    }
  }
}
