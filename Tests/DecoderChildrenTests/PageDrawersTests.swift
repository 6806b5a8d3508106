import Foundation
import Posix
import PyramidFile
import Synchronization
import Testing
import TileGeometry

@testable import DecoderChildren

@Suite struct PageDrawersTests {
  private typealias Manner = @Sendable (_ number: Int, PageThread, PageRing) -> Void

  /// Who draws in a thread of the test.
  private final class PageThread: RunningDecoder {
    private let told = Mutex<DecoderEnding?>(nil)
    var ending: DecoderEnding? { told.withLock { $0 } }

    func end() { told.withLock { $0 = $0 ?? .gone } }
    func die(_ ending: DecoderEnding) { told.withLock { $0 = ending } }

    init(_ memory: SharedMemory, _ number: Int, _ manner: @escaping Manner) throws(Errno) {
      let ring = try PageRing(mapping: FileDescriptor(owning: dup(memory.descriptor.number)))
      try Posix.Thread(name: "page") { manner(number, self, ring) }.detach()
    }
  }

  private func drawers(
    limit: Int, deadline: Duration = .seconds(60), _ manner: @escaping Manner
  ) -> PageDrawers {
    let count = Mutex(0)
    return PageDrawers(limit: limit, deadline: deadline) { memory, _ throws(Errno) in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return try PageThread(memory, number, manner)
    }
  }

  /// Draws the number of the page into every byte.
  private static let honest: Manner = { _, _, ring in
    ring.serve(burden: { .init(megabytes: 10, pages: 1) }) { order, room in
      unsafe room.withUnsafeMutableBytes { room in
        for index in room.indices { unsafe room[index] = UInt8(order.page) }
      }
      return .drawn
    }
  }

  private func files(_ count: Int) throws -> [LocalFile] {
    try (0..<count).map { _ in
      let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Data([1]).write(to: URL(fileURLWithPath: path))
      return try LocalFile(#require(FilePath(path)))
    }
  }

  private func order(_ page: Int) throws -> PageOrder {
    try #require(
      PageOrder(
        page: page, size: PixelSize(width: 100, height: 100),
        part: PixelRect(x: 0, y: 0, width: 4, height: 2)))
  }

  private func draw(
    _ drawers: PageDrawers, page: Int = 3, of file: LocalFile
  ) throws -> [UInt8] {
    try drawers.draw(order(page), of: file.status) { () throws(PageDrawingError) in file }
  }

  @Test func `one draws all pages of a document, and another one's are drawn by another`() throws {
    let drawers = drawers(limit: 2, Self.honest)
    defer { drawers.end() }
    let files = try files(3)
    for page in 1...5 {
      #expect(
        try draw(drawers, page: page, of: files[0]) == [UInt8](repeating: UInt8(page), count: 32))
    }
    #expect(drawers.counts == .init(running: 1, started: 1, drawn: 5, failed: 0))
    _ = try draw(drawers, of: files[1])
    #expect(drawers.counts.running == 2)
    // The first was asked longest ago: it makes room.
    _ = try draw(drawers, of: files[2])
    _ = try draw(drawers, of: files[1])
    #expect(drawers.counts == .init(running: 2, started: 3, drawn: 8, failed: 0))
  }

  @Test func `what can't be drawn is told in few words`() throws {
    let drawers = drawers(limit: 1) { _, _, ring in
      ring.serve(burden: { .init(megabytes: 1, pages: 0) }) { _, _ in .failed("no\u{1B}[2J page") }
    }
    defer { drawers.end() }
    let file = try files(1)[0]
    #expect(throws: PageDrawingError.damaged("no[2J page")) { try draw(drawers, of: file) }
    #expect(drawers.counts == .init(running: 1, started: 1, drawn: 0, failed: 1))
  }

  @Test func `one that never answers is ended`() throws {
    let drawers = drawers(limit: 1, deadline: .milliseconds(40)) { number, thread, ring in
      if number > 0 { Self.honest(number, thread, ring) }
    }
    defer { drawers.end() }
    let file = try files(1)[0]
    #expect(throws: PageDrawingError.late) { try draw(drawers, of: file) }
    #expect(drawers.counts.running == 0)
  }

  @Test func `a part whose drawer was ended by somebody is drawn by another one`() throws {
    let drawers = drawers(limit: 1) { number, thread, ring in
      number == 0 ? thread.die(.gone) : Self.honest(number, thread, ring)
    }
    defer { drawers.end() }
    #expect(try draw(drawers, of: files(1)[0]).count == 32)
    #expect(drawers.counts == .init(running: 1, started: 2, drawn: 1, failed: 0))
  }

  @Test func `a part that crashes its drawer is not tried again`() throws {
    let drawers = drawers(limit: 1) { _, thread, _ in thread.die(.crashed(signal: 6)) }
    defer { drawers.end() }
    let file = try files(1)[0]
    #expect(throws: PageDrawingError.crashed(signal: 6)) { try draw(drawers, of: file) }
    #expect(drawers.counts == .init(running: 0, started: 1, drawn: 0, failed: 1))
  }

  @Test func `one that has grown is replaced, but not for a single page`() throws {
    let pages = Mutex(1)
    let drawers = drawers(limit: 1) { _, _, ring in
      ring.serve(burden: { .init(megabytes: 500, pages: pages.withLock { $0 }) }) { _, _ in .drawn }
    }
    defer { drawers.end() }
    let file = try files(1)[0]
    _ = try draw(drawers, of: file)
    #expect(drawers.counts.running == 1)
    pages.withLock { $0 = 2 }
    _ = try draw(drawers, of: file)
    #expect(drawers.counts.running == 0)
  }

  @Test func `nobody waits longer for who draws than a part may take`() throws {
    let drawers = drawers(limit: 1, deadline: .milliseconds(40)) { _, _, _ in }
    defer { drawers.end() }
    let files = try files(2)
    let hasBegun = Monitor(false)
    let first = ThreadGroup()
    let order = try order(3)
    try first.start("first", count: 1) { _ in
      // Whoever has the only one keeps it until there is nobody who could wait for it.
      _ = try? drawers.draw(order, of: files[0].status) { () throws(PageDrawingError) in
        hasBegun.change { $0 = true }
        hasBegun.wait { $0 ? nil : () }
        throw .unavailable("it is gone")
      }
    }
    hasBegun.wait { $0 ? () : nil }
    #expect(throws: PageDrawingError.unavailable("others are drawn first")) {
      try draw(drawers, of: files[1])
    }
    hasBegun.change { $0 = false }
    first.join()
    #expect(drawers.counts == .init(running: 0, started: 0, drawn: 0, failed: 2))
  }
}
