import Foundation
import Testing
import TileGeometry

@testable import PyramidFormat

@Suite struct PyramidDescriptionTests {
  private static let names = [
    "a.jpg", "ünusual \"name\".jpg", "日本\\語/\u{1F600}.tif",
    "tab\tline\nfeed\r\u{8}\u{C}\u{1}\u{1F}",
    "\u{7F}", "",
  ]

  private func description(_ name: String, page: Int? = nil) throws -> PyramidDescription {
    let recipe = try #require(
      PyramidRecipe(format: .webp, quality: 71, chroma: .halved, keepsProfile: true))
    return PyramidDescription(
      version: "abcdefghijklmnop",
      source: PyramidDescription.Source(
        name: name, page: page, size: 1 << 40, modified: -1_700_000_000_123_456_789),
      recipe: recipe,
      nominalSize: PyramidDescription.NominalSize(width: 210, height: 297.25))
  }

  /// What is on disks stays readable, and is what another writer of JSON makes of it too.
  @Test(arguments: names)
  func `a description is the JSON that it ever was`(name: String) throws {
    let encoded = try description(name, page: 3).encoded()
    let read = try JSONSerialization.jsonObject(with: Data(encoded)) as? [String: [String: Any]]
    let written = try JSONSerialization.data(
      withJSONObject: try #require(read), options: [.sortedKeys, .withoutEscapingSlashes])
    let ascii = String(decoding: written, as: UTF8.self).utf16.map { unit in
      unit < 0x80
        ? String(UnicodeScalar(UInt8(unit)))
        : "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count)
          + String(unit, radix: 16)
    }.joined()
    #expect(String(decoding: encoded, as: UTF8.self) == ascii)
    #expect(try PyramidDescription(decoding: encoded) == description(name, page: 3))
  }

  @Test func `a description has its golden bytes`() throws {
    #expect(
      try String(decoding: description("é/\"a\"").encoded(), as: UTF8.self)
        == #"{"pyramidion":{"format":1,"nominalSize":{"height":297.25,"width":210},"recipe":"#
        + #"{"chroma":"4:2:2","format":"webp","keepsProfile":true,"quality":71,"tileSize":256},"#
        + #""source":{"modified":-1700000000123456789,"name":"\u00e9/\"a\"","size":1099511627776},"#
        + #""version":"abcdefghijklmnop"}}"#)
  }

  @Test(arguments: PyramidRecipe.Base.allCases)
  func `where the finest level came from is told, unless it was encoded`(
    base: PyramidRecipe.Base
  ) throws {
    var told = try description("a")
    told.recipe.format = .jpeg
    told.recipe.base = base
    let text = String(decoding: told.encoded(), as: UTF8.self)
    #expect(text.contains("\"base\":\"\(base.rawValue)\"") == (base != .encoded))
    #expect(PyramidDescription(decoding: text.utf8) == told)
    #expect(told.recipe.canonicalText.contains("base") == (base != .encoded))
  }

  @Test func `members of later releases are passed over`() throws {
    let known = try String(decoding: description("a").encoded(), as: UTF8.self)
    let later = known.replacing(
      #""format":1,"#, with: #" "format" : 1 , "new":[true,null,{"x":-1.5e3}],"#)
    #expect(try PyramidDescription(decoding: later.utf8) == description("a"))
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "null", #"{"pyramidion":1}"#, #"{"pyramidion":{"format":1}}"#,
    #"{"pyramidion":{"format":1}} "x""#, #"{"a":"\ud800"}"#, #"{"a":"\u00"}"#, #"{"a":+1}"#,
    #"{"a":0x10}"#, #"{"a":nan}"#, "{\"a\":\"\u{1}\"}",
    String(repeating: "[", count: 100_000),
  ])
  func `what is no description of ours is none`(text: String) {
    #expect(PyramidDescription(decoding: text.utf8) == nil)
  }

  @Test func `a recipe out of its bounds is none`() throws {
    let known = try String(decoding: description("a").encoded(), as: UTF8.self)
    for (part, other) in [
      (#""quality":71"#, #""quality":0"#), (#""quality":71"#, #""quality":7.5"#),
      (#""tileSize":256"#, #""tileSize":0"#), (#""chroma":"4:2:2""#, #""chroma":"4:1:1""#),
      (#""keepsProfile":true"#, #""keepsProfile":1"#), (#""size":10"#, #""size":"x"#),
    ] {
      #expect(PyramidDescription(decoding: known.replacing(part, with: other).utf8) == nil)
    }
  }
}
