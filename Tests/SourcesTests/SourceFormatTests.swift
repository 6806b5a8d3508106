import Foundation
import Posix
import PyramidFormat
import Testing

@testable import Sources

@Suite struct SourceFormatTests {
  private static func format(_ bytes: [UInt8]) -> SourceFormat? {
    SourceFormat(firstBytes: bytes.span)
  }

  private static func format(_ text: String) -> SourceFormat? { format(Array(text.utf8)) }

  /// The same, by way of a file.
  private static func format(ofFile bytes: [UInt8]) throws -> SourceFormat? {
    let place = FileManager.default.temporaryDirectory.path + "/format-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: place))
    defer { try? FileManager.default.removeItem(atPath: place) }
    let file = try FileDescriptor.open(try #require(FilePath(place)), .reading)
    return try SourceFormat(of: file)
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF], .jpeg), ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), .png),
      (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff), (Array("II+\0".utf8), .tiff),
      (Array("MM\0+".utf8), .tiff), (Array("RIFF1234WEBP".utf8), .webp),
      (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
      (Array("....ftypavif".utf8), .avif), (Array("....ftypavis".utf8), .avif),
      (Array("....ftypheic".utf8), .heif), (Array("....ftypmif1".utf8), .heif),
      (Array("AT&TFORM1234DJVU".utf8), .djvu), (Array("AT&TFORM1234DJVM".utf8), .djvu),
      ([0, 0, 0, 12] + Array("jP  ".utf8), .jpeg2000), ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
    ] as [([UInt8], SourceFormat)])
  func `a kind is told by its first bytes, all of them`(bytes: [UInt8], kind: SourceFormat) {
    #expect(Self.format(bytes) == kind)
    #expect(Self.format(bytes + [1, 2, 3]) == kind)
    #expect(Self.format([1] + bytes) == nil)
    #expect(Self.format(Array(bytes.dropLast())) == nil)
  }

  @Test(arguments: [(0, true), (1, true), (1019, true), (1020, false)])
  func `a PDF begins somewhere in the first kilobyte`(place: Int, isOne: Bool) {
    let before = [UInt8](repeating: 0x0A, count: place)
    #expect(Self.format(before + "%PDF-1.7".utf8) == (isOne ? .pdf : nil))
    #expect(Self.format(before + "%PDF".utf8) == nil)
  }

  static let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"60\"/>"

  @Test(
    arguments: [
      drawing, "\u{FEFF}" + drawing, "<?xml version=\"1.0\"?>\n" + drawing,
      "<!-- <html> --> \n" + drawing,
      "<!DOCTYPE svg PUBLIC \"a\" \"b\" [<!ENTITY x \"y\">]>" + drawing,
      "<s:svg xmlns:s='http://www.w3.org/2000/svg'/>", "<svg>", "<svg/>", "<svg\n",
      "<!-- " + String(repeating: "words ", count: 500) + "-->" + drawing,
    ])
  func `a drawing is told by its first element`(text: String) throws {
    #expect(Self.format(text) == .svg)
    #expect(try Self.format(ofFile: Array(text.utf8)) == .svg)
  }

  @Test(
    arguments: [
      "<html><body><svg width='9' height='9'></svg></body></html>", "<!doctype html><svg-x/>",
      "<!-- <svg> -->", "<?xml <svg", "<!DOCTYPE svg [<svg>", "svg", "", "<", "< svg>",
      "<!-- " + String(repeating: "words ", count: 700) + "-->" + drawing,
    ])
  func `what only speaks of drawings is none`(text: String) throws {
    #expect(Self.format(text) == nil)
    #expect(try Self.format(ofFile: Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      // The drawing, and the drawing behind 3,000 bytes of a comment.
      (
        "H4sIAAAAAAACA7MpLktXqMjNySu2VcooKSmw0tcvLy/XKzfWyy9K1zcyMDDQB6pQUijPTCnJsFWyNFBSyEjNTM8o"
          + "sVUyM1DStwMANmJaekAAAAA=", .svg
      ),
      (
        "H4sIAAAAAAACA+3KSwqAMAwFwKvE7GuCgqBYT6O0BX/YYjy+HsPF28xqxso5suOaM4QQQgghhPDXknPTmO9Az7bu"
          + "2XMs5RxEzKy2tj6uII2qyjeYLM0leu6VKS4pxOK5U5bpBeOwjokBDAAA", .svg
      ),
      // A word, and a page that has a drawing in it.
      ("H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==", nil),
      ("H4sIAAAAAAACA7PJKMnNsbMpLkvXt7PRB3MAvrcYBRMAAAA=", nil),
      // The beginning of a gzip file, and what only looks like one.
      ("H4s=", nil), ("H4sIPHN2Zz4=", nil),
    ] as [(String, SourceFormat?)])
  func `of what is packed only drawings are images`(packed: String, kind: SourceFormat?) throws {
    let bytes = [UInt8](try #require(Data(base64Encoded: packed)))
    #expect(bytes.starts(with: [0x1F, 0x8B]))
    #expect(try Self.format(ofFile: bytes) == kind)
  }

  @Test func `kinds that can harm are read on request`() {
    for kind in SourceFormat.allCases {
      let isHarmless = ![.svg, .pdf, .jpeg2000, .djvu].contains(kind)
      #expect(kind.isAdmitted(allowsUntrusted: false) == isHarmless)
      // Of these there is no decoder here, but programs that somebody has installed.
      #expect(kind.isAdmitted(allowsUntrusted: true) == (kind != .djvu))
    }
  }

  @Test func `what programs of their own read is served where they are`() {
    let programs = DjVuPrograms(drawing: "/usr/bin/ddjvu", telling: "/usr/bin/djvused")
    var rules = CuttingRules()
    #expect(!rules.admits(.djvu, allowsUntrusted: true))
    #expect(rules.pageEngine(of: .djvu) == nil)
    rules.djvu = programs
    #expect(rules.admits(.djvu, allowsUntrusted: false))
    #expect(rules.pageEngine(of: .djvu) == .djvu)
    // Hosts that have them elsewhere, or not at all, share what all can cut; pages of these are left to
    // those that have them.
    let others = CuttingRules()
    #expect(rules.canonicalText == others.canonicalText)
    #expect(others.canonicalTexts == [others.canonicalText])
    #expect(rules.canonicalTexts.contains(rules.canonicalText(by: .djvu)))
    #expect(!others.canonicalTexts.contains(rules.canonicalText(by: .djvu)))
    #expect(rules.canonicalText(by: .archive) == others.canonicalText(by: nil))
    // Nor are they cut by a release that knows of nothing to choose of them.
    #expect(rules.canonicalText(by: .djvu) != "\(rules.canonicalText) djvu")
    rules.recipe.format = .jpeg
    #expect(rules.canonicalText(by: .djvu) == "\(rules.canonicalText) djvu")
  }

  @Test(arguments: [("a.JPG", true), ("b.svs", true), ("c.txt", false), ("jpg", false)])
  func `a name may promise an image`(name: String, promises: Bool) {
    #expect(SourceFormat.isImageName(name.utf8) == promises)
  }
}
