import Posix
import PyramidFormat
import Testing

@testable import Sources

@Suite struct PyramidVersionTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      String(repeating: "a", count: 119),
      "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"
    ),
  ])
  func `known digests come out`(message: String, expected: String) {
    let hex = SHA256.digest(of: Array(message.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    #expect(hex == expected)
  }

  @Test(arguments: [
    "", "abc", "ABCDEFGHIJKLMNOP", "abcdefghijklmno1", "../../etc/passwd", "abcdefghijklmnopq",
  ])
  func `what is no version is refused`(text: String) {
    #expect(PyramidVersion(text) == nil)
  }

  @Test func `page and recipe change the version, and nothing else does`() throws {
    let path = try #require(FilePath("/"))
    let status = try FileStatus.of(path)
    let recipe = try #require(PyramidRecipe())
    let other = try #require(PyramidRecipe(quality: 80))
    let version = PyramidVersion(path: path, status: status, recipe: recipe)
    #expect(version == PyramidVersion(path: path, status: status, recipe: recipe))
    #expect(version != PyramidVersion(path: path, status: status, page: 1, recipe: recipe))
    #expect(version != PyramidVersion(path: path, status: status, recipe: other))
    #expect(
      version != PyramidVersion(path: path, status: status, dotsPerInch: 300, recipe: recipe))
    #expect(PyramidVersion(version.text) == version)
  }
}
