import HTTPWire
import SeededNumbers
import Testing

@testable import HTTPServer

@Suite struct OutputQueueTests {
  private final class Owner: Sendable {}

  private func region(_ length: Int64) -> FileRegion {
    FileRegion(owner: Owner(), descriptor: -1, offset: 100, length: length)
  }

  @Test func `own bytes one after another are one segment`() {
    var queue = OutputQueue()
    queue.own += [1, 2, 3]
    queue.noteOwn(3)
    queue.own += [4]
    queue.noteOwn(1)
    let (count, backlog) = (queue.segments.count, queue.backlog)
    #expect((count, backlog) == (1, 4))
  }

  @Test func `nothing takes no segment`() {
    var queue = OutputQueue()
    queue.noteOwn(0)
    queue.append(SharedBytes([UInt8]()))
    queue.append(region(0))
    let isEmpty = queue.isEmpty
    #expect(isEmpty)
  }

  @Test func `own bytes after a body wait behind it`() {
    var queue = OutputQueue()
    queue.own += [1]
    queue.noteOwn(1)
    queue.append(SharedBytes([2, 3]))
    queue.own += [4]
    queue.noteOwn(1)
    queue.advance(by: 2)
    guard case .shared(let bytes, let from) = queue.segments[queue.first] else {
      Issue.record("the body is not at the front")
      return
    }
    #expect((bytes.count, from) == (2, 1))
    queue.advance(by: 1)
    guard case .own(1) = queue.segments[queue.first] else {
      Issue.record("the own byte is not at the front")
      return
    }
    let start = queue.ownStart
    #expect(start == 1)
  }

  @Test func `a part of a file goes on where it was left`() {
    var queue = OutputQueue()
    queue.append(region(10))
    queue.advance(by: 4)
    guard case .file(let rest) = queue.segments[queue.first] else {
      Issue.record("the file is not at the front")
      return
    }
    #expect((rest.offset, rest.length) == (104, 6))
    queue.advance(by: 6)
    let isEmpty = queue.isEmpty
    #expect(isEmpty)
  }

  @Test func `a body that is out is let go of, though the queue goes on`() {
    var queue = OutputQueue()
    weak var body: SharedBytes?
    do {
      let bytes = SharedBytes([1, 2])
      body = bytes
      queue.append(bytes)
    }
    queue.append(region(1))
    queue.advance(by: 2)
    #expect(body == nil)
  }

  @Test func `places are counted over all that ever went out`() {
    var random = SplitMix(seed: 6)
    var queue = OutputQueue()
    var waiting = 0
    for _ in 0..<2000 {
      let length = random.int(0...9)
      switch random.int(0...2) {
      case 0:
        queue.own += [UInt8](repeating: 0, count: length)
        queue.noteOwn(length)
      case 1: queue.append(SharedBytes([UInt8](repeating: 0, count: length)))
      default: queue.append(region(Int64(length)))
      }
      waiting += length
      let taken = random.int(0...min(waiting, 12))
      queue.advance(by: taken)
      waiting -= taken
      let (backlog, isEmpty) = (queue.backlog, queue.isEmpty)
      #expect(backlog == Int64(waiting))
      #expect(isEmpty == (waiting == 0))
      let ownLeft = queue.own.count - queue.ownStart
      var ownQueued = 0
      for segment in queue.segments[queue.first...] {
        if case .own(let length) = segment { ownQueued += length }
      }
      #expect(ownLeft == ownQueued)
    }
  }
}
