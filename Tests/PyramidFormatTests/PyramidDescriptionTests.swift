import ByteText
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

  private let index = PyramidIndex(length: 4096, place: 700, checksums: [2000, 1000])

  private func encoded(_ description: PyramidDescription) -> [UInt8] {
    description.encoded(with: index)
  }

  private func read(_ text: some Sequence<UInt8>) -> PyramidDescription? {
    JSONValue(text)?["pyramidion"].flatMap { PyramidDescription($0) }
  }

  /// What is on disks stays readable, and is what another writer of JSON makes of it too.
  @Test(arguments: names)
  func `a description is the JSON that it ever was`(name: String) throws {
    let encoded = encoded(try description(name, page: 3))
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
    #expect(try self.read(encoded) == description(name, page: 3))
  }

  @Test func `a description has its golden bytes`() throws {
    #expect(
      try String(decoding: encoded(description("é/\"a\"")), as: UTF8.self)
        == #"{"pyramidion":{"format":2,"#
        + #""index":{"checksums":[2000,1000],"length":4096,"place":700},"#
        + #""nominalSize":{"height":297.25,"width":210},"recipe":"#
        + #"{"base":"auto","chroma":"4:2:2","format":"webp","keepsProfile":true,"quality":71,"tileSize":256},"#
        + #""source":{"modified":-1700000000123456789,"name":"\u00e9/\"a\"","size":1099511627776},"#
        + #""version":"abcdefghijklmnop"}}"#)
  }

  @Test(arguments: PyramidRecipe.Format.allCases, PyramidRecipe.Base.allCases)
  func `where the finest level came from is told, and a part of what JPEG is cut from is named by`(
    format: PyramidRecipe.Format, base: PyramidRecipe.Base
  ) throws {
    var told = try description("a")
    told.recipe.format = format
    told.recipe.base = base
    #expect(read(encoded(told)) == told)
    let isNamed = told.recipe.canonicalText.contains(";base=\(base.rawValue)")
    #expect(isNamed == [.auto, .jpeg].contains(format))
  }

  @Test func `members of later releases are passed over`() throws {
    let known = try String(decoding: encoded(description("a")), as: UTF8.self)
    let later = known.replacing(
      #""format":2,"#, with: #" "format" : 2 , "new":[true,null,{"x":-1.5e3}],"#)
    #expect(try read(later.utf8) == description("a"))
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "null", #"{"pyramidion":1}"#, #"{"pyramidion":{"format":2}}"#,
    #"{"pyramidion":{"format":2}} "x""#, #"{"a":"\ud800"}"#, #"{"a":"\u00"}"#, #"{"a":+1}"#,
    #"{"a":0x10}"#, #"{"a":nan}"#, "{\"a\":\"\u{1}\"}",
    String(repeating: "[", count: 100_000),
  ])
  func `what is no description of ours is none`(text: String) {
    #expect(read(text.utf8) == nil)
  }

  @Test func `a recipe out of its bounds is none`() throws {
    let known = try String(decoding: encoded(description("a")), as: UTF8.self)
    for (part, other) in [
      (#""quality":71"#, #""quality":0"#), (#""quality":71"#, #""quality":7.5"#),
      (#""tileSize":256"#, #""tileSize":0"#), (#""chroma":"4:2:2""#, #""chroma":"4:1:1""#),
      (#""keepsProfile":true"#, #""keepsProfile":1"#), (#""size":10"#, #""size":"x"#),
    ] {
      #expect(read(known.replacing(part, with: other).utf8) == nil)
    }
  }

  @Test func `what is told of an index is read again`() throws {
    let json = JSONValue(encoded(try description("a")))?["pyramidion"]?["index"]
    #expect(json.flatMap { PyramidIndex($0) } == index)
  }

  @Test(arguments: [
    "null", "[]", "{}", #"{"checksums":[1],"length":3,"place":1}"#,
    #"{"checksums":[-1],"length":400,"place":1}"#, #"{"checksums":[1],"length":1e9,"place":1}"#,
    #"{"checksums":1,"length":400,"place":1}"#, #"{"checksums":["1"],"length":400,"place":1}"#,
    #"{"checksums":[],"length":99999999999999999999,"place":1}"#,
    #"{"checksums":[],"length":400,"place":-1}"#,
  ])
  func `what is no index is none`(text: String) throws {
    let json = try #require(JSONValue(text.utf8))
    #expect(PyramidIndex(json) == nil)
  }
}
