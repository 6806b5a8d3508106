import Foundation
import Posix
import Sources
import Testing

@testable import Storage

@Suite struct DocumentShelfTests {
  private let folder: FilePath
  private let place: TemporaryFolder

  init() throws {
    place = TemporaryFolder()
    folder = try #require(place.path)
  }

  private var shelf: DocumentShelf {
    get throws { try #require(FolderStore(folder, creating: true).documents) }
  }

  private let words = Array("what it said".utf8)

  private func file(_ version: PyramidVersion) -> URL {
    URL(fileURLWithPath: "\(folder)/documents/\(version.text).book")
  }

  @Test func `what is kept is had again, and the last word holds`() throws {
    let shelf = try shelf
    let version = try #require(PyramidVersion("abcdefghijklmnop"))
    #expect(shelf.contents(.book, of: version) == nil)
    #expect(try shelf.versions() == [])
    try shelf.keep(words, .book, of: version)
    #expect(shelf.contents(.book, of: version) == words)
    try shelf.keep([], .book, of: version)
    #expect(shelf.contents(.book, of: version) == [])
    // Words are another file of the same document, and go with it.
    try shelf.keep(words, .text, of: version)
    #expect(shelf.contents(.text, of: version) == words)
    #expect(shelf.contents(.book, of: version) == [])
    #expect(try shelf.versions() == [version])
    try shelf.remove([version])
    #expect(shelf.contents(.text, of: version) == nil)
    #expect(try shelf.versions() == [])
    #expect(shelf.contents(.book, of: version) == nil)
  }

  @Test func `what is not as it was written is none`() throws {
    let shelf = try shelf
    let version = try #require(PyramidVersion("abcdefghijklmnop"))
    let other = try #require(PyramidVersion("ponmlkjihgfedcba"))
    try shelf.keep(words, .book, of: version)
    let whole = try Data(contentsOf: file(version))
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 0x10
      try damaged.write(to: file(version))
      #expect(shelf.contents(.book, of: version) == nil, "byte \(place)")
      try whole.prefix(place).write(to: file(version))
      #expect(shelf.contents(.book, of: version) == nil, "\(place) bytes")
    }
    // Nor is what another document said.
    try whole.write(to: file(other))
    #expect(shelf.contents(.book, of: other) == nil)
  }

  @Test func `what is damaged is found, and removed where that is wanted`() throws {
    let shelf = try shelf
    let version = try #require(PyramidVersion("abcdefghijklmnop"))
    #expect(try shelf.verify(repairing: true).isEmpty)
    for kind in [DocumentShelf.Kind.book, .text, .thumbnails(sheet: 1), .thumbnails(sheet: 12)] {
      try shelf.keep(words, kind, of: version)
    }
    func standings(repairing: Bool) throws -> [String] {
      try shelf.verify(repairing: repairing).map {
        "\($0.kind): \($0.standing), \($0.isRemoved ? "removed" : "there")"
      }
    }
    let sound = [
      "thumbnails(sheet: 1): sound, there", "thumbnails(sheet: 12): sound, there",
      "book: sound, there", "text: sound, there",
    ]
    #expect(try standings(repairing: true) == sound)
    var whole = try Data(contentsOf: file(version))
    whole[whole.endIndex - 1] ^= 1
    try whole.write(to: file(version))
    let found = [sound[0], sound[1], "book: damaged, there", sound[3]]
    #expect(try standings(repairing: false) == found)
    #expect(
      try standings(repairing: true)
        == found.map { $0.replacingOccurrences(of: "damaged, there", with: "damaged, removed") })
    #expect(try standings(repairing: false) == sound.filter { !$0.hasPrefix("book") })
  }

  @Test func `nothing is kept that is too long to be read again`() throws {
    let shelf = try shelf
    let version = try #require(PyramidVersion("abcdefghijklmnop"))
    try shelf.keep(words, .book, of: version)
    let long = [UInt8](repeating: 7, count: DocumentShelf.Kind.book.longest + 1)
    try shelf.keep(long, .book, of: version)
    #expect(shelf.contents(.book, of: version) == words)
  }

  @Test func `what a writer left that died is swept, and nothing that is whole`() throws {
    let shelf = try shelf
    let version = try #require(PyramidVersion("abcdefghijklmnop"))
    try shelf.keep(words, .book, of: version)
    let left = URL(fileURLWithPath: "\(folder)/documents/.abcdefghijklmnop.book.1-a.partial")
    try Data(words).write(to: left)
    #expect(try shelf.versions() == [version])
    shelf.sweep()
    #expect(!FileManager.default.fileExists(atPath: left.path))
    #expect(shelf.contents(.book, of: version) == words)
  }

  @Test func `sheets of pages in small go with their document, and with no other`() throws {
    let shelf = try shelf
    let version = try #require(PyramidVersion("abcdefghijklmnop"))
    let other = try #require(PyramidVersion("ponmlkjihgfedcba"))
    var sheet = ThumbnailSheet(12)
    sheet.put(ThumbnailSheet.Picture(print: 1, bytes: words), page: 11 * 64 + 1)
    try shelf.keep(sheet.bytes, .thumbnails(sheet: 12), of: version)
    try shelf.keep(words, .book, of: other)
    #expect(try shelf.versions() == [version, other])
    #expect(shelf.sheet(12, of: version) == sheet)
    #expect(try shelf.sheets(of: version) == [sheet])
    #expect(try shelf.sheets(of: other) == [])
    // Under another's name it is none.
    let place = URL(fileURLWithPath: "\(folder)/documents")
    try FileManager.default.copyItem(
      at: place.appending(path: "\(version.text).12.thumbs"),
      to: place.appending(path: "\(version.text).3.thumbs"))
    #expect(shelf.sheet(3, of: version) == nil)
    for strange in ["abcdefghijklmnop.0.thumbs", "abcdefghijklmnop.012.thumbs", "abc.1.thumbs"] {
      try Data(words).write(to: place.appending(path: strange))
    }
    try shelf.remove([version])
    #expect(try shelf.versions() == [other])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == [
        "abc.1.thumbs", "abcdefghijklmnop.0.thumbs", "abcdefghijklmnop.012.thumbs",
        "ponmlkjihgfedcba.book",
      ])
  }
}
