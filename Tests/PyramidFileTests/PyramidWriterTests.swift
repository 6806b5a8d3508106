import Digests
import Foundation
import Posix
import PyramidFormat
import PyramidSamples
import Testing
import TileGeometry

@testable import PyramidFile

@Suite struct PyramidWriterTests {
  @Test(arguments: [
    (1, 1, false), (256, 256, false), (257, 1, true), (1000, 777, false), (5000, 3001, true),
  ])
  func `what was written is found again`(width: Int64, height: Int64, big: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    let layout = try writePyramid(path, width: width, height: height, big: big) {
      20 + Int($0.column)
    }
    let pyramid = try Pyramid(try LocalFile(path))
    #expect(pyramid.isBigTIFF == big)
    #expect(pyramid.ladder == layout.ladder)
    #expect(pyramid.levels.count == layout.ladder.count)
    #expect(pyramid.description?.source.name == "ünusual \"name\".jpg")
    for address in addresses(of: layout.ladder) {
      let place = try #require(try pyramid.locate(address))
      #expect(
        try pyramid.tileBytes(at: place) == tileBytes(address, 20 + Int(address.column)))
    }
    #expect(try pyramid.locate(TileAddress(reduction: .full, column: -1, row: 0)) == nil)
    let verification = PyramidVerification(try LocalFile(path), deep: true)
    #expect(verification.problems == [])
    #expect(verification.tilesRead == layout.tileCount)
  }

  @Test(arguments: [false, true])
  func `every flipped bit is found`(big: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    _ = try writePyramid(path, width: 600, height: 300, big: big)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.description)))
    #expect(PyramidVerification(MemorySource(whole), deep: true).isClean)
    for bit in 0..<whole.count * 8 {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let verification = PyramidVerification(MemorySource(damaged), deep: true)
      if verification.isClean { Issue.record("bit \(bit) went unseen") }
    }
  }

  @Test func `a file cut short or grown is found without reading tiles`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    _ = try writePyramid(path, width: 600, height: 300)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.description)))
    for length in 0..<whole.count {
      let part = MemorySource(Array(whole.prefix(length)))
      if PyramidVerification(part, deep: false).isClean { Issue.record("cut at \(length)") }
    }
    #expect(!PyramidVerification(MemorySource(whole + [0]), deep: false).isClean)
  }

  @Test func `mistakes of the caller are told`() throws {
    let folder = try TemporaryFolder()
    let size = try #require(ImageSize(width: 300, height: 10))
    let recipe = try #require(PyramidRecipe())
    let layout = try PyramidLayout(
      ladder: Ladder(imageSize: size, tileSize: .standard), tiles: .grayJPEG,
      description: .sample(recipe))
    let at = TileAddress(reduction: .full, column: 1, row: 0)
    let tile: [UInt8] = [1, 2, 3]

    func writer(_ name: String) throws -> PyramidWriter {
      let path = try folder.file(name)
      let file = try FileDescriptor.open(path, [.writing, .creating])
      return PyramidWriter(file, path: path, layout: layout)
    }
    let twice = try writer("twice")
    try unsafe twice.append(tile.span.bytes, at: at)
    #expect(throws: PyramidWriteError.tileWrittenTwice(at)) {
      try unsafe twice.append(tile.span.bytes, at: at)
    }
    #expect(throws: PyramidWriteError.failedBefore) { try twice.finish() }
    let outside = TileAddress(reduction: .full, column: 2, row: 0)
    #expect(throws: PyramidWriteError.noSuchTile(outside)) {
      try unsafe writer("outside").append(tile.span.bytes, at: outside)
    }
    #expect(throws: PyramidWriteError.tileLength(0, at)) {
      try unsafe writer("empty").append([UInt8]().span.bytes, at: at)
    }
    let missing = try writer("missing")
    try unsafe missing.append(tile.span.bytes, at: at)
    let first = TileAddress(reduction: .full, column: 0, row: 0)
    #expect(throws: PyramidWriteError.tilesMissing(count: 2, first: first)) {
      try missing.finish()
    }
  }

  @Test func `threads write tiles beside each other`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    let size = try #require(ImageSize(width: 9000, height: 7000))
    let recipe = try #require(PyramidRecipe())
    let layout = try PyramidLayout(
      ladder: Ladder(imageSize: size, tileSize: .standard), tiles: .grayJPEG,
      description: .sample(recipe))
    let file = try FileDescriptor.open(path, [.writing, .creating])
    let writer = PyramidWriter(file, path: path, layout: layout)
    let all = addresses(of: layout.ladder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for index in stride(from: worker, to: all.count, by: 4) {
            let tile = tileBytes(all[index], 100 + index % 50)
            try unsafe writer.append(tile.span.bytes, at: all[index])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try writer.finish() == writer.byteCount)
    let verification = PyramidVerification(try LocalFile(path), deep: true)
    #expect(verification.problems == [])
    #expect(verification.tilesRead == all.count)
  }

  /// Every byte of two whole files, by their digest: a change here is a new format.
  @Test(arguments: [(false, "fb990c8049ab1f31"), (true, "357cb7bd915b51c6")])
  func `whole files have their golden digest`(big: Bool, expected: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    _ = try writePyramid(path, width: 700, height: 300, big: big)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.description)))
    #expect(hexadecimal(SHA256.digest(of: bytes).prefix(8)) == expected)
  }

  @Test func `pyramids of any size, tiles and kind are found again`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let seed = UInt64.random(in: .min ... .max, using: &random)
      try checkDrawn(seed)
    }
  }

  private func checkDrawn(_ seed: UInt64) throws {
    var state = seed
    func draw(_ bound: UInt64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % Int64(bound)
    }
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    let size = try #require(ImageSize(width: 1 + draw(3000), height: 1 + draw(3000)))
    let tileSize = try #require(TileSize([64, 256, 512][Int(draw(3))]))
    let kinds: [PyramidTiles] = [
      .grayJPEG, .colorJPEG(.full), .webp(alpha: true), .webp(alpha: false),
    ]
    let recipe = try #require(PyramidRecipe(tileSize: tileSize))
    let profile = draw(2) == 0 ? nil : [UInt8](repeating: 7, count: 1 + Int(draw(5000)))
    let layout = try PyramidLayout(
      ladder: Ladder(imageSize: size, tileSize: tileSize), tiles: kinds[Int(draw(4))],
      description: .sample(recipe), profile: profile, big: draw(2) == 0)
    let file = try FileDescriptor.open(path, [.writing, .creating])
    let writer = PyramidWriter(file, path: path, layout: layout)
    var waiting = addresses(of: layout.ladder)
    var lengths: [TileAddress: Int] = [:]
    while !waiting.isEmpty {
      let address = waiting.remove(at: Int(draw(UInt64(waiting.count))))
      lengths[address] = 1 + Int(draw(40))
      try unsafe writer.append(
        tileBytes(address, lengths[address] ?? 0).span.bytes, at: address)
    }
    _ = try writer.finish()
    let source = try LocalFile(path)
    let pyramid = try Pyramid(source)
    #expect(PyramidVerification(source, deep: true).problems == [], "seed \(seed)")
    #expect(try pyramid.colorProfile() == profile, "seed \(seed)")
    for (address, length) in lengths {
      let place = try #require(try pyramid.locate(address), "seed \(seed)")
      let found = try pyramid.tileBytes(at: place)
      #expect(found == tileBytes(address, length), "seed \(seed)")
    }
  }

  /// A file of the first release: its description says so, and its fields were other ones.
  @Test func `what an earlier release has written has to be cut anew`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    _ = try writePyramid(path, width: 300, height: 200)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.description)))
    let earlier = whole.replacing("\"format\":2".utf8, with: "\"format\":1".utf8)
    let found = PyramidVerification(MemorySource(earlier), deep: false).problems
    #expect(
      found.first?.detail == "the file has format 1, of an earlier release: it has to be cut anew")
    #expect(try Pyramid(MemorySource(earlier)).levels.contains(where: \.hasChecksums) == false)
  }

  @Test func `a damaged description does not make a file another program's`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    _ = try writePyramid(path, width: 300, height: 200)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.description)))
    let gone = whole.replacing("{\"pyramidion\"".utf8, with: "             ".utf8)
    let verification = PyramidVerification(MemorySource(gone), deep: false)
    #expect(verification.isOurs)
    #expect(verification.problems.first?.detail == "the description is missing")
  }

  /// The first directory of a one-tile pyramid, byte by byte: what is on disks stays readable.
  @Test func `the head has its golden bytes`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.tif")
    let layout = try writePyramid(path, width: 1, height: 1, tiles: .grayJPEG)
    #expect(
      hexadecimal(layout.head.prefix(8 + 2 + 3 * 12)) == "49492a00" + "08000000" + "0e00"
        + "fe00" + "0400" + "01000000" + "00000000"
        + "0001" + "0400" + "01000000" + "01000000"
        + "0101" + "0400" + "01000000" + "01000000")
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
