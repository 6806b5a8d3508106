import Foundation
import Posix
import PyramidFile
import PyramidFormat
import PyramidSamples
import Testing

@testable import Sources

@Suite struct SourceResolutionTests {
  /// A folder of a test's own, gone with it.
  private final class Folder {
    let path: FilePath

    init() throws {
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("pyramidion-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = try #require(FilePath(url.path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path.description) }
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  /// What a file of some bytes is; in one word and a few numbers.
  private func answer(
    _ bytes: [UInt8], page: Int? = nil, untrusted: Bool = false, counted: PageCount? = nil
  ) throws -> String {
    switch try resolution(bytes, page: page, untrusted: untrusted, counted) {
    case .pyramid(_, let image): "pyramid \(image.page ?? 0) of \(image.pageCount)"
    case .document(let pages, _): "document of \(pages)"
    case .toCut(let image): "cut \(image.page ?? 0) of \(image.pageCount)"
    case .refused(.empty): "empty"
    case .refused(.noImage): "no image"
    case .refused(.switchedOff(let format)): "off \(format.rawValue)"
    case .refused(.noPage(let page, let count)): "no page \(page) of \(count)"
    }
  }

  private func resolution(
    _ bytes: [UInt8], page: Int?, untrusted: Bool, _ counted: PageCount?
  ) throws -> SourceResolution {
    let path = folder.path.appending(try #require(FileName("source")))
    try Data(bytes).write(to: URL(fileURLWithPath: path.description))
    return try SourceResolution(
      of: try LocalFile(path), at: path, page: page,
      by: CuttingRules(pageEngine: counted == nil ? .poppler : .pdfium),
      allowsUntrusted: untrusted,
      counting: { _ in
        #expect(counted != nil, "nobody is to be asked")
        return counted ?? .unknown
      })
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let svg = Array("<svg width='1' height='1'/>".utf8)

  /// Two pictures in strips, as a scanner writes them.
  private static var strips: [UInt8] {
    var file = twoPages
    for index in 0...1 { file.directories[index].removeAll { (322...325).contains($0.tag) } }
    return file.bytes
  }

  private static var twoPages: HandmadeTIFF {
    var file = HandmadeTIFF.pages((40, 20), (40, 20))
    file.set(254, of: 1) { $0.values = [0] }
    return file
  }

  @Test func `a tiled pyramid is served as it lies, page by page`() throws {
    let one = HandmadeTIFF.pages((40, 20), (20, 10)).bytes
    #expect(try answer(one) == "pyramid 0 of 1")
    #expect(try answer(one, page: 1) == "pyramid 1 of 1")
    #expect(try answer(one, page: 2) == "no page 2 of 1")
    let two = Self.twoPages.bytes
    #expect(try answer(two) == "document of 2")
    #expect(try answer(two, page: 2) == "pyramid 2 of 2")
    #expect(try answer(two, page: 3) == "no page 3 of 2")
  }

  @Test func `pages in strips are cut, each under its number`() throws {
    #expect(try answer(Self.strips) == "document of 2")
    #expect(try answer(Self.strips, page: 2) == "cut 2 of 2")
    #expect(try answer(Self.strips, page: 3) == "no page 3 of 2")
  }

  /// What a file is as one picture, of which nobody said which page is meant.
  private func picture(_ bytes: [UInt8], counted: PageCount? = nil) throws -> String {
    let resolution = try resolution(bytes, page: nil, untrusted: false, counted)
    let path = folder.path.appending(try #require(FileName("source")))
    let rules = CuttingRules(pageEngine: counted == nil ? .poppler : .pdfium)
    switch try resolution.picture(
      of: try LocalFile(path), at: path, by: rules, allowsUntrusted: false)
    {
    case .pyramid(_, let image): return "pyramid \(image.page ?? 0) of \(image.pageCount)"
    case .toCut(let image): return "cut \(image.page ?? 0) of \(image.pageCount)"
    case .refused: return "refused"
    }
  }

  @Test func `a document alone is its first page, where one picture is wanted`() throws {
    #expect(try picture(Self.twoPages.bytes) == "pyramid 1 of 2")
    #expect(try picture(Self.strips) == "cut 1 of 2")
    #expect(try picture(Self.pdf, counted: .pages(3)) == "cut 1 of 3")
    #expect(try picture(Self.png) == "cut 0 of 1")
    #expect(try picture([]) == "refused")
    let page = ImageIdentifier.path(Array("a/b".utf8), page: SourceResolution.firstPage)
    #expect(ImageIdentifier(path: page)?.asPage?.page == 1)
  }

  @Test func `tiles without an overview are cut`() throws {
    #expect(try answer(HandmadeTIFF.pages((8192, 20)).bytes) == "pyramid 0 of 1")
    #expect(try answer(HandmadeTIFF.pages((8193, 20)).bytes) == "cut 0 of 1")
  }

  @Test func `the first page of one image is the image`() throws {
    #expect(try answer(Self.png) == "cut 0 of 1")
    #expect(try answer(Self.png, page: 1) == "cut 0 of 1")
    #expect(try answer(Self.png, page: 2) == "no page 2 of 1")
  }

  @Test func `a TIFF that can't be made sense of is one image`() throws {
    #expect(try answer(Array("II*\0".utf8)) == "cut 0 of 1")
    #expect(try answer(Array("II*\0".utf8), page: 2) == "no page 2 of 1")
  }

  @Test func `what is no image is refused, and so is what is not switched on`() throws {
    #expect(try answer([]) == "empty")
    #expect(try answer(Array("a letter".utf8)) == "no image")
    #expect(try answer(Self.svg) == "off SVG")
    #expect(try answer(Self.svg, untrusted: true) == "cut 0 of 1")
  }

  private static let pdf = Array("%PDF-1.7\n".utf8)

  @Test func `the pages of a document are those that its decoder counts`() throws {
    #expect(try answer(Self.pdf, counted: .pages(3)) == "document of 3")
    #expect(try answer(Self.pdf, page: 3, counted: .pages(3)) == "cut 3 of 3")
    #expect(try answer(Self.pdf, page: 4, counted: .pages(3)) == "no page 4 of 3")
    #expect(try answer(Self.pdf, counted: .pages(1)) == "cut 0 of 1")
    #expect(try answer(Self.pdf, page: 1, counted: .pages(1)) == "cut 0 of 1")
    // Whoever cuts it finds out what is wrong.
    #expect(try answer(Self.pdf, counted: .unknown) == "cut 0 of 1")
    #expect(try answer(Self.pdf, page: 7, counted: .unknown) == "cut 7 of 7")
    // Nobody else is asked of, and Poppler draws one page.
    #expect(try answer(Self.pdf) == "off PDF")
    #expect(try answer(Self.pdf, untrusted: true) == "cut 0 of 1")
    #expect(try answer(Self.png, counted: nil) == "cut 0 of 1")
  }

  @Test func `a document is not counted where nobody waits for it`() throws {
    let path = folder.path.appending(try #require(FileName("document")))
    try Data(Self.pdf).write(to: URL(fileURLWithPath: path.description))
    let file = try LocalFile(path)
    func found(_ engine: PageEngine, _ counted: PageCount?) throws -> SourceResolution? {
      try SourceResolution(
        of: file, at: path, page: nil, by: CuttingRules(pageEngine: engine),
        allowsUntrusted: false, counted: counted)
    }
    #expect(try found(.pdfium, nil) == nil)
    #expect(try found(.pdfium, .pages(2)) != nil)
    #expect(try found(.poppler, nil) != nil)
  }

  @Test func `what draws a document names its pyramids, and names none of other kinds`() throws {
    for (bytes, isDocument) in [(Self.pdf, true), (Self.svg, false), (Self.png, false)] {
      let path = folder.path.appending(try #require(FileName("named")))
      try Data(bytes).write(to: URL(fileURLWithPath: path.description))
      let status = try LocalFile(path).status
      let format = SourceFormat(firstBytes: bytes.span)
      let names = [PageEngine.poppler, .pdfium].map {
        CuttingRules(pageEngine: $0).version(of: path, status: status, page: 2, format: format)
      }
      #expect((names[0] != names[1]) == isDocument)
    }
  }

  @Test func `how finely it is drawn names a drawing's pyramid and no other`() throws {
    for (bytes, isDrawing) in [(Self.svg, true), (Self.png, false)] {
      let path = folder.path.appending(try #require(FileName("drawn")))
      try Data(bytes).write(to: URL(fileURLWithPath: path.description))
      let file = try LocalFile(path)
      let versions = try [150.0, 300].map { dotsPerInch -> PyramidVersion? in
        let resolution = try SourceResolution(
          of: file, at: path, page: nil,
          by: CuttingRules(dotsPerInch: dotsPerInch), allowsUntrusted: true,
          counting: { _ in .unknown })
        guard case .toCut(let image) = resolution else { return nil }
        return image.version
      }
      #expect(versions[0] != nil && versions[1] != nil)
      #expect((versions[0] != versions[1]) == isDrawing)
    }
  }
}
