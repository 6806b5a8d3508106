import Testing

@testable import StaticFiles

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("a.html", "text/html; charset=utf-8"), ("A.JPG", "image/jpeg"),
    ("b.tar.gz", "application/gzip"),
    ("a.dzi", "application/xml"), ("a", "application/octet-stream"),
    ("a.", "application/octet-stream"), ("a.exe", "application/octet-stream"),
    ("jpg", "application/octet-stream"),
  ])
  func `a name's ending tells its type`(name: String, expected: String) {
    #expect("\(MediaType.of(fileName: Array(name.utf8)[...]))" == expected)
  }
}
