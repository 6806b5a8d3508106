import CutSamples
import DecoderChildren
import Foundation
import Posix
import PyramidFormat
import PyramidSamples
import Sources
import Storage
import Synchronization
import Testing

@testable import CutJobs

/// Many images, with somebody who draws in place of cutting processes.
@Suite struct PrerenderTests {
  private let place: StorePlace
  private let folder: FilePath

  init() throws {
    place = try StorePlace()
    folder = place.store.folder.appending(try #require(FileName("sources")))
    try FileManager.default.createDirectory(
      atPath: folder.description, withIntermediateDirectories: true)
  }

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
  private static let svg = Array("<svg width='1' height='1'/>".utf8)

  /// Two pictures in strips, as a scanner writes them.
  private static var book: [UInt8] { strips(of: HandmadeTIFF.pages((40, 20), (40, 20))) }

  private static func strips(of pages: HandmadeTIFF) -> [UInt8] {
    var file = pages
    for index in file.directories.indices {
      if index > 0 { file.set(254, of: index) { $0.values = [0] } }
      file.directories[index].removeAll { (322...325).contains($0.tag) }
    }
    return file.bytes
  }

  private func put(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  private func prerender(
    _ child: DrawingChild, of names: [String] = [],
    change: (inout Prerender.Options) -> Void = { _ in }
  ) throws -> Prerender {
    let paths = try names.map { folder.appending(try #require(FileName($0))) }
    var options = Prerender.Options(rules: CuttingRules(), limits: CutLimits())
    change(&options)
    return Prerender(
      SourceList(paths.isEmpty ? [folder] : paths), into: place.store, options: options,
      makeChild: { child })
  }

  /// Lets it run to its end; answers what became of each image, in the order of names.
  private func outcome(of prerender: Prerender) throws -> [String] {
    try prerender.start()
    prerender.join()
    let standing = prerender.standing()
    #expect(standing.isOver && standing.inWork.isEmpty)
    return standing.finished.map { finished in
      let name = finished.name.split(separator: "/").last.map(String.init) ?? ""
      return "\(name) \(Self.word(finished.result))"
    }.sorted()
  }

  private static func word(_ result: Prerender.Result) -> String {
    switch result {
    case .cut: "cut"
    case .queued: "queued"
    case .wouldCut: "would cut"
    case .current: "current"
    case .adopted: "adopted"
    case .passedOver: "passed over"
    case .switchedOff(let reason): "off: \(reason)"
    case .failed(let reason): "failed: \(reason)"
    case .refused(let reason): "refused: \(reason)"
    case .interrupted: "interrupted"
    }
  }

  @Test(arguments: [1, 3])
  func `what is done is not done again, unless it is to be`(jobs: Int) throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try put(name, Self.jpeg) }
    let child = DrawingChild()
    let cut = ["a.jpg cut", "b.jpg cut", "c.jpg cut"]
    #expect(try outcome(of: prerender(child) { $0.jobs = jobs }) == cut)
    #expect(
      try outcome(of: prerender(child) { $0.jobs = jobs })
        == ["a.jpg current", "b.jpg current", "c.jpg current"])
    try put("b.jpg", Self.jpeg + [1])
    #expect(
      try outcome(of: prerender(child) { $0.jobs = jobs })
        == ["a.jpg current", "b.jpg cut", "c.jpg current"])
    #expect(try outcome(of: prerender(child) { $0.force = true }) == cut)
    #expect(child.asked == 7)
  }

  @Test(arguments: [(4_194_304, 3), (4_194_303, 2)])
  func `small images have fewer threads`(bytes: Int, threads: Int) throws {
    try put("a.jpg", Self.jpeg + [UInt8](repeating: 0, count: bytes - Self.jpeg.count))
    let child = DrawingChild()
    let prerender = try prerender(child) {
      $0.threads = 3
      $0.threadsOfSmall = 2
    }
    #expect(try outcome(of: prerender) == ["a.jpg cut"])
    #expect(child.threads == threads)
  }

  @Test func `a dry run cuts nothing`() throws {
    try put("a.jpg", Self.jpeg)
    let child = DrawingChild()
    #expect(try outcome(of: prerender(child) { $0.dryRun = true }) == ["a.jpg would cut"])
    #expect(child.asked == 0)
  }

  @Test func `each page of a document is an image, and one that fails costs itself alone`() throws {
    try put("book.tif", Self.book)
    let child = DrawingChild(CutFailure(.source, "torn"), ofPage: 2)
    #expect(
      try outcome(of: prerender(child)) == ["book.tif;1 cut", "book.tif;2 failed: torn"])
    #expect(
      try outcome(of: prerender(DrawingChild())) == ["book.tif;1 current", "book.tif;2 cut"])
  }

  @Test func `documents of too many pages are refused whole`() throws {
    try put("book.tif", Self.book)
    #expect(
      try outcome(of: prerender(DrawingChild()) { $0.limits.pages = 1 })
        == ["book.tif failed: 2 pages, more than the limit of 1"])
  }

  @Test func `a pyramid is served as it lies`() throws {
    try put("a.tif", HandmadeTIFF.pages((40, 20), (20, 10)).bytes)
    #expect(try outcome(of: prerender(DrawingChild())) == ["a.tif adopted"])
  }

  @Test func `what is no image is passed over in folders, and not where it was named`() throws {
    try put("notes.txt", Array("no image".utf8))
    try put("drawing.svg", Self.svg)
    let child = DrawingChild(CutFailure(.source, "refused"))
    #expect(
      try outcome(of: prerender(child))
        == [
          "drawing.svg off: SVG files are not switched on (--allow-untrusted)",
          "notes.txt passed over",
        ])
    #expect(child.asked == 0)
    #expect(
      try outcome(of: prerender(child, of: ["notes.txt", "drawing.svg"]))
        == [
          "drawing.svg refused: SVG files are not switched on (--allow-untrusted)",
          "notes.txt refused: not an image of a kind that can be cut",
        ])
    #expect(child.asked == 0)
  }

  @Test func `while a pyramid waits for the disk the next image is cut`() throws {
    for name in ["a.jpg", "b.jpg"] { try put(name, Self.jpeg) }
    let store = WaitingStore(place.store)
    let child = DrawingChild()
    let prerender = Prerender(
      SourceList([folder]), into: store,
      options: Prerender.Options(rules: CuttingRules(), limits: CutLimits()), makeChild: { child })
    try prerender.start()
    // Neither is published before both are cut.
    let bothAreCut = store.waitForPublishers(2, until: .now + .seconds(600))
    store.open()
    prerender.join()
    #expect(bothAreCut && child.asked == 2)
    #expect(prerender.standing().finished.map { Self.word($0.result) } == ["cut", "cut"])
  }

  @Test func `whoever waits is told of the end when it has come`() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try put(name, Self.jpeg) }
    let prerender = try prerender(DrawingChild())
    let limit = Instant.now + .seconds(600)
    try prerender.start()
    let standing = prerender.standing(within: .seconds(600))
    #expect(standing.isOver && Instant.now < limit)
    prerender.join()
  }

  @Test(arguments: [(4_194_304, 2), (4_194_303, 3)])
  func `no more images are cut at once than there are jobs, but for small ones`(
    bytes: Int, atOnce: Int
  ) throws {
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"] {
      try put(name, Self.jpeg + [UInt8](repeating: 0, count: bytes - Self.jpeg.count))
    }
    let child = DrawingChild(isOpen: false)
    let prerender = try prerender(child) {
      $0.jobs = 2
      $0.moreOfSmall = 1
    }
    try prerender.start()
    let end = Instant.now + .seconds(600)
    while child.asked < atOnce, Instant.now < end { Clock.sleep(milliseconds: 1) }
    child.open()
    prerender.join()
    #expect(child.asked == 5 && child.mostAtOnce == atOnce)
  }

  @Test func `a document's pages are small, however large it is`() throws {
    let size: (UInt32, UInt32) = (40, 20)
    let book = Self.strips(of: HandmadeTIFF.pages(size, size, size, size, size))
    try put("book.tif", book + [UInt8](repeating: 0, count: 1 << 22))
    let child = DrawingChild(isOpen: false)
    let prerender = try prerender(child) {
      $0.jobs = 2
      $0.moreOfSmall = 1
    }
    try prerender.start()
    let end = Instant.now + .seconds(600)
    while child.asked < 3, Instant.now < end { Clock.sleep(milliseconds: 1) }
    child.open()
    prerender.join()
    #expect(child.asked == 5 && child.mostAtOnce == 3)
  }

  @Test func `a stop ends what is in work, and begins nothing more`() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try put(name, Self.jpeg) }
    let child = DrawingChild(isOpen: false)
    let prerender = try prerender(child)
    try prerender.start()
    while child.asked == 0 { Clock.sleep(milliseconds: 1) }
    let standing = prerender.standing()
    #expect(!standing.isOver && standing.inWork.map(\.share) == [0.5])
    prerender.stop()
    prerender.join()
    let end = prerender.standing()
    #expect(end.isOver && end.finished.map { Self.word($0.result) } == ["interrupted"])
    let left = try FileManager.default.subpathsOfDirectory(
      atPath: place.store.folder.description)
    #expect(left.allSatisfy { !$0.hasSuffix(".tif") && !$0.hasSuffix(".partial") })
  }
}
