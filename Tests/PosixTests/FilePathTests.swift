import Posix
import Testing

@Suite struct FilePathTests {
  @Test(arguments: [
    ("/a/b", "/a", "b"), ("a", ".", "a"), ("/a", "/", "a"), ("a/b//", "a", "b"), ("/", "/", "/"),
    ("//x", "/", "x"),
  ])
  func `a path has a folder and a last component`(path: String, parent: String, last: String)
    throws
  {
    let path = try #require(FilePath(path))
    #expect(path.parent.description == parent)
    #expect(String(decoding: path.lastComponent, as: UTF8.self) == last)
  }

  @Test func `zeros and empty paths are refused`() {
    #expect(FilePath("") == nil)
    #expect(FilePath("a\0b") == nil)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\0", String(repeating: "x", count: 256)])
  func `what is no single component is no name`(text: String) {
    #expect(FileName(text) == nil)
  }

  @Test func `bytes that are not text survive`() throws {
    let path = try #require(FilePath(bytes: [0x61, 0xFF, 0x2F, 0xFE]))
    #expect(Array(path.bytes) == [0x61, 0xFF, 0x2F, 0xFE])
    #expect(Array(path.lastComponent) == [0xFE])
  }
}
