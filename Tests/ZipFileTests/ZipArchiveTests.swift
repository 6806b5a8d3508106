import CZlib
import SeededNumbers
import Testing

@testable import ZipFile

@Suite struct ZipArchiveTests {
  static let text = Array(String(repeating: "a page of a book, ", count: 9000).utf8)
  static let one = ArchiveSample([.init("1.jpg", Array("one".utf8))])

  @Test(arguments: [false, true]) func whatWasPackedIsUnpacked(isLong: Bool) throws {
    var sample = ArchiveSample([
      .init("a/1.txt", Self.text, packed: Self.deflated(Self.text)),
      .init("a/", []), .init("b.txt", [1, 2, 3]), .init("empty", [], packed: Self.deflated([])),
    ])
    sample.isLong = isLong
    sample.comment = Array("PK\u{5}\u{6} is no directory".utf8)
    let archive = try ZipArchive(sample.bytes)
    #expect(archive.entries.map(\.name) == sample.files.map { Array($0.name.utf8) })
    #expect(archive.entries.map(\.isFolder) == [false, true, false, false])
    for (entry, file) in zip(archive.entries, sample.files) {
      #expect(try archive.contents(of: entry) == file.contents)
    }
  }

  @Test func whoHasEnoughIsToldNoMore() throws {
    let archive = try ZipArchive(
      ArchiveSample([.init("1", Self.text, packed: Self.deflated(Self.text))]).bytes)
    var pieces = 0
    try archive.unpack(archive.entries[0]) { _ in
      pieces += 1
      return false
    }
    #expect(pieces == 1)
  }

  @Test func filesInOneAnotherAreRefused() {
    var sample = ArchiveSample([.init("1", [1, 2, 3]), .init("2", [4, 5, 6])])
    sample.files[1].toldOffset = 0
    refuses(sample, "lie in one another")
  }

  @Test func whatUnpacksToFarMoreIsRefused() {
    let zeros = [UInt8](repeating: 0, count: 4 << 20)
    refuses(
      ArchiveSample([.init("1.png", zeros, packed: Self.deflated(zeros))]), "200 times its size")
    var sample = Self.one
    sample.files[0].toldSize = 0xFFFF_FFFE
    refuses(sample, "200 times its size")
  }

  @Test(arguments: ["../1.jpg", "a/../1.jpg", "/1.jpg", "C:\\1.jpg", "a\\..\\1.jpg", ""])
  func namesThatLeadElsewhereAreRefused(name: String) {
    refuses(ArchiveSample([.init(name, [1])]), name.isEmpty ? "name is none" : "lie elsewhere")
  }

  @Test func linksAreRefused() {
    var sample = Self.one
    sample.files[0].attributes = 0xA1FF << 16
    refuses(sample, "a link")
  }

  @Test func aDirectoryThatSaysSomethingElseIsFoundOut() throws {
    var sample = Self.one
    sample.files[0].headerName = "2.jpg"
    try damages(sample, "another one in the directory")
    sample = Self.one
    sample.files[0].toldSize = 2
    try damages(sample, "another one in the directory")
    sample = ArchiveSample([.init("1", Self.text, packed: Self.deflated(Self.text))])
    sample.files[0].toldSize = Self.text.count - 1
    try damages(sample, "")
    sample.files[0].toldSize = Self.text.count + 1
    try damages(sample, "")
    sample = Self.one
    sample.files[0].flags = 1
    try damages(sample, "password")
    sample = Self.one
    sample.files[0].method = 12
    try damages(sample, "not read")
  }

  @Test func aChangedByteIsFoundOut() throws {
    var bytes = Self.one.bytes
    bytes[35] ^= 1
    let archive = try ZipArchive(bytes)
    #expect(throws: (any Error).self) { try archive.contents(of: archive.entries[0]) }
  }

  @Test func whateverIsDamagedEndsInAnError() throws {
    var numbers = SplitMix(seed: 5)
    var sample = ArchiveSample([
      .init("1.txt", Self.text, packed: Self.deflated(Self.text)), .init("2", [1, 2, 3]),
    ])
    for isLong in [false, true] {
      sample.isLong = isLong
      let whole = sample.bytes
      for length in stride(from: 0, to: whole.count, by: 7) {
        #expect(throws: (any Error).self) { try ZipArchive(Array(whole[..<length])) }
      }
      for _ in 0..<3000 {
        var bytes = whole
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        bytes[place] = .random(in: 0...255, using: &numbers)
        guard let archive = try? ZipArchive(bytes) else { continue }
        for entry in archive.entries { _ = try? archive.contents(of: entry) }
      }
    }
  }

  private func refuses(_ sample: ArchiveSample, _ words: String) {
    let error = #expect(throws: ZipIrregular.self) { try ZipArchive(sample.bytes) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  private func damages(_ sample: ArchiveSample, _ words: String) throws {
    let archive = try ZipArchive(sample.bytes)
    let error = #expect(throws: (any Error).self) {
      try archive.contents(of: archive.entries[0])
    }
    #expect(words.isEmpty || "\(error.map { "\($0)" } ?? "")".contains(words))
  }

  /// What deflate makes of bytes, without a head.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: bytes.count + 1000)
    var length = uLongf(packed.count)
    _ = unsafe compress2(&packed, &length, bytes, uLong(bytes.count), 9)
    return Array(packed[2..<Int(length) - 4])
  }
}
