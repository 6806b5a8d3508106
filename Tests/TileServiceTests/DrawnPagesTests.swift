import Foundation
import Posix
import PyramidFile
import Rendering
import Sources
import Synchronization
import Testing
import TileGeometry

@testable import DecoderChildren
@testable import TileService

@Suite struct DrawnPagesTests {
  /// Who draws in a thread of the test.
  private final class PageThread: RunningDecoder {
    var ending: DecoderEnding? { nil }

    func end() {}

    init(_ memory: SharedMemory, _ draw: @escaping @Sendable () -> Void) throws(Errno) {
      let ring = try PageRing(mapping: FileDescriptor(owning: dup(memory.descriptor.number)))
      let thread = try Posix.Thread(name: "page") {
        ring.serve(burden: { .init(megabytes: 1, pages: 1) }) { _, _ in
          draw()
          return .drawn
        }
      }
      thread.detach()
    }
  }

  @Test func `what is drawn of a file that changes meanwhile is not that file`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/drawn-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = URL(fileURLWithPath: folder + "/a.pdf")
    try Data([1]).write(to: file)
    let isRewritten = Mutex(false)
    let drawers = PageDrawers(limit: 1) { memory, _ throws(Errno) in
      try PageThread(memory) {
        if isRewritten.withLock({ $0 }) { try? Data([1, 2]).write(to: file) }
      }
    }
    let pages = DrawnPages(drawers) { _, _ in }
    defer { pages.stop() }
    let root = Mounts(try SourceRoot(#require(FilePath(folder))))
    let canonical = try #require(FilePath(file.path))
    let place = SourcePlace(
      root: root, path: Array("a.pdf".utf8), watched: canonical,
      canonicalPath: canonical, status: try root.file(at: canonical).status, page: nil,
      engine: nil, watch: nil)
    let drawing = pages.drawing(of: place)
    let size = PixelSize(width: 100, height: 100)
    let block = PixelRect(x: 0, y: 0, width: 4, height: 2)
    #expect(try drawing.draw(block, of: size).count == 32)
    isRewritten.withLock { $0 = true }
    #expect(throws: NotDrawn("it has changed")) { try drawing.draw(block, of: size) }
  }
}
