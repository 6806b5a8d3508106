import Posix
import PyramidFormat
import Testing

@testable import Sources

@Suite struct PyramidVersionTests {
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
