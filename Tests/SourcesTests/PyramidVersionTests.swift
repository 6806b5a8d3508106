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

  @Test func `what drawn pages are cut into is theirs alone to choose`() throws {
    let path = try #require(FilePath("/"))
    let status = try FileStatus.of(path)
    var rules = CuttingRules(pageEngine: .pdfium)
    rules.djvu = DjVuPrograms(drawing: "/usr/bin/ddjvu", telling: "/usr/bin/djvused")
    func version(of format: SourceFormat) -> PyramidVersion {
      rules.version(of: path, status: status, page: nil, format: format)
    }
    let drawn: [SourceFormat] = [.pdf, .djvu]
    let kinds: [SourceFormat] = [.jpeg, .png, .svg, .cbz]
    #expect(drawn.allSatisfy { rules.recipe(of: $0).format == .auto })
    #expect(kinds.allSatisfy { rules.recipe(of: $0).format == .jpeg })
    let (chosen, pictures) = (drawn.map(version), kinds.map(version))
    rules.recipe.format = .jpeg
    for (kind, other) in zip(drawn, chosen) { #expect(version(of: kind) != other) }
    #expect(kinds.map(version) == pictures)
    // Nobody draws them without what does.
    rules = CuttingRules(pageEngine: .poppler)
    #expect(drawn.allSatisfy { rules.recipe(of: $0).format == .jpeg })
  }

  @Test func `an object is told apart by its name, size and tag`() throws {
    let recipe = try #require(PyramidRecipe())
    func version(_ name: String, _ size: Int64, _ tag: String) -> PyramidVersion {
      PyramidVersion(
        of: .object(name: Array(name.utf8), size: size, tag: Array(tag.utf8)), recipe: recipe)
    }
    let one = version("s3://scans/a.jpg", 5, "\"x\"")
    #expect(one == version("s3://scans/a.jpg", 5, "\"x\""))
    #expect(one != version("s3://scans/b.jpg", 5, "\"x\""))
    #expect(one != version("s3://scans/a.jpg", 6, "\"x\""))
    #expect(one != version("s3://scans/a.jpg", 5, "\"y\""))
    // What is cut of it is found again by later releases.
    #expect(one.text == "dtna3477zxiuk7ch")
  }
}
