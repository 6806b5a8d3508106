import CutSamples
import DecoderChildren
import Foundation
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage
import Synchronization
import Testing
import TileGeometry

@testable import CutJobs

@Suite struct CutDeskTests {
  let place: StorePlace

  init() throws { place = try StorePlace() }

  func desk(
    _ child: DrawingChild, makesMissing: Bool = true, patience: Int = 20,
    silence: Duration = .seconds(20), smallLanePatience: Duration = .seconds(20),
    restAfterPages: Duration = .milliseconds(1),
    makesRoom: Bool = false,
    report: @escaping @Sendable (CutFailure) -> Void = { _ in }
  ) throws -> CutDesk {
    var limits = CutLimits()
    limits.wholeSeconds = 60
    let cutting = StoreCutting(
      into: place.store, rules: CuttingRules(), limits: limits, threads: 1)
    var options = CutDesk.Options(
      makesMissing: makesMissing, simultaneous: 1, patience: patience)
    options.silence = silence
    options.smallLanePatience = smallLanePatience
    options.restAfterPages = restAfterPages
    return CutDesk(
      cutting, options, makeChild: { child }, makeRoom: { makesRoom },
      report: { _, failure in report(failure) })
  }

  /// The order of a file that is made when it is first asked for.
  func order(_ name: String, bytes: Int64 = 1 << 20, page: Int? = nil) throws -> CutOrder {
    let path = place.sources.appending(try #require(FileName(name)))
    if (try? FileStatus.of(path)) == nil { _ = try place.source(name) }
    let version = CuttingRules().version(
      of: path, status: try FileStatus.of(path), page: page, format: nil)
    return CutOrder(
      version: version, source: path, sourceBytes: bytes, page: page, replaces: false)
  }

  /// Asks, and waits for the end.
  func end(of order: CutOrder, at desk: CutDesk) -> CutWaitEnd {
    let told = Monitor<CutWaitEnd?>(nil)
    switch desk.request(order, .opened, tell: { end in told.change { $0 = end } }) {
    case .known(let end): return end
    case .waiting: return told.wait { $0 }
    }
  }

  @Test func `a pyramid is cut, published, and not cut again`() throws {
    let child = DrawingChild()
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let order = try order("a")
    #expect(end(of: order, at: desk) == .done)
    #expect(try place.store.contains(order.version))
    #expect(end(of: order, at: desk) == .done)
    #expect(child.asked == 1)
    #expect(desk.counts.finished == 2)
  }

  @Test(arguments: [true, false])
  func `a cut without descriptors is tried again where some were let go`(makesRoom: Bool) throws {
    let failure = CutFailure(.environment(.tooManyOpenFiles, at: .decoder), "too many")
    let child = DrawingChild(failure)
    let desk = try desk(child, makesRoom: makesRoom)
    try desk.start()
    defer { desk.stop() }
    #expect(end(of: try order("a"), at: desk) == .refused(.failed(failure)))
    #expect(child.asked == (makesRoom ? 2 : 1))
    #expect(desk.counts.failed == 1)
  }

  @Test func `who waits for the same image shares one cut`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let ends = Monitor<[CutWaitEnd]>([])
    let order = try order("a")
    for _ in 0..<5 {
      _ = desk.request(order, .opened, tell: { end in ends.change { $0.append(end) } })
    }
    child.open()
    let all = ends.wait { $0.count == 5 ? $0 : nil }
    #expect(all.allSatisfy { $0 == .done })
    #expect(child.asked == 1)
  }

  /// Asks for a tile of an image, or for the image.
  private func ask(
    for order: CutOrder, at desk: CutDesk, _ column: Int32? = nil
  ) throws -> Monitor<CutWaitEnd?> {
    let told = Monitor<CutWaitEnd?>(nil)
    let address = column.map { TileAddress(reduction: .full, column: $0, row: 0) }
    let reply = desk.request(
      order, .opened, wish: try address.map { try #require(TileWish($0)) },
      tell: { end in told.change { $0 = end } })
    if case .known(let end) = reply { told.change { $0 = end } }
    return told
  }

  @Test func `who wishes for a tile has it while the image is cut`() throws {
    let tile: [UInt8] = [0xFF, 0xD8, 0xFF, 1]
    let child = DrawingChild(tile: tile, isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let order = try order("a")
    let whole = try ask(for: order, at: desk)
    let tiles = try [0, 1, 0].map { try ask(for: order, at: desk, $0) }
    for told in tiles { #expect(told.wait { $0 } == .tile(tile)) }
    // Nobody else is told of anything before the end.
    #expect(whole.read { $0 } == nil)
    #expect(desk.counts.finished == 0)
    child.open()
    #expect(whole.wait { $0 } == .done)
    #expect(child.asked == 1)
  }

  /// Asks, and waits for what comes.
  private func whatComes(
    of order: CutOrder, at desk: CutDesk, until stage: CutStage, patience: Int
  ) -> CutWaitEnd {
    let told = Monitor<CutWaitEnd?>(nil)
    let reply = desk.request(
      order, .opened, patience: patience, until: stage, tell: { end in told.change { $0 = end } })
    if case .known(let end) = reply { return end }
    return told.wait { $0 }
  }

  @Test(
    arguments: [
      ([.previewed], [.previewed]), ([.previewed, .takesWishes], [.previewed, .takesWishes]),
      // Who can't give them after all tells so.
      ([.previewed, .takesWishes, .otherRoad("it is irregular")], [.previewed]),
    ] as [([CutAnswer], [CutStage])])
  func `who is content with what there is need not wait for the pyramid`(
    telling: [CutAnswer], stages: [CutStage]
  ) throws {
    let child = DrawingChild(side: 2048, telling: telling, isOpen: false)
    let desk = try desk(child)
    // One who waits already, and then those who come.
    let order = try order("a", bytes: 1 << 24)
    let early = Monitor<CutWaitEnd?>(nil)
    _ = desk.request(order, .opened, until: .previewed, tell: { end in early.change { $0 = end } })
    try desk.start()
    defer { desk.stop() }
    func isShown(_ end: CutWaitEnd) -> Bool { if case .shown = end { true } else { false } }
    #expect(isShown(early.wait { $0 }))
    while child.asked == 0 { Clock.sleep(milliseconds: 1) }
    for stage: CutStage in [.previewed, .takesWishes, .whole] {
      let end = whatComes(of: order, at: desk, until: stage, patience: 0)
      #expect(isShown(end) == stages.contains(stage), "\(stage)")
    }
    child.open()
    #expect(whatComes(of: order, at: desk, until: .whole, patience: 20) == .done)
  }

  @Test func `who wishes for a tile that can't be had waits for the image`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let order = try order("a")
    _ = try ask(for: order, at: desk)
    let told = try ask(for: order, at: desk, 0)
    #expect(told.read { $0 } == nil)
    child.open()
    #expect(told.wait { $0 } == .done)
    // Who comes too late need not stand in line for it.
    #expect(try ask(for: order, at: desk, 0).read { $0 } == .done)
    #expect(child.asked == 1)
  }

  @Test func `a failure keeps its cause and is remembered`() throws {
    let failure = CutFailure(.source, "broken")
    let child = DrawingChild(failure)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let told = CutWaitEnd.refused(.failed(failure))
    #expect(end(of: try order("a"), at: desk) == told)
    #expect(end(of: try order("a"), at: desk) == told)
    #expect(child.asked == 1)
    #expect(desk.counts.failed == 1)
    #expect(try !place.store.contains(order("a").version))
  }

  @Test func `a file that changes before its turn is no failure of the one that is there now`()
    throws
  {
    let child = DrawingChild()
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let before = try order("a")
    _ = try place.source("a", bytes: 2)
    let changed = CutWaitEnd.refused(.failed(CutFailure.changedBeforeRead))
    #expect(end(of: before, at: desk) == changed)
    #expect(end(of: try order("a"), at: desk) == .done)
    try FileFolder.remove(place.sources.appending(try #require(FileName("a"))))
    let gone = CutWaitEnd.refused(.failed(CutFailure.goneBeforeRead))
    #expect(end(of: before, at: desk) == gone)
    #expect(child.asked == 1)
  }

  @Test func `a file that changes while it is read gets no pyramid and no memory of it`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let order = try order("a")
    let told = Monitor<CutWaitEnd?>(nil)
    _ = desk.request(order, .opened, tell: { end in told.change { $0 = end } })
    while child.asked == 0 { Clock.sleep(milliseconds: 1) }
    _ = try place.source("a", bytes: 2)
    child.open()
    #expect(told.wait { $0 } == .refused(.failed(CutFailure.changedWhileRead)))
    #expect(try !place.store.contains(order.version))
  }

  @Test func `a pyramid that says what was not asked for is not taken`() throws {
    let order = try order("a")
    let child = DrawingChild(saying: "bbbbbbbbbbbbbbbb")
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    guard case .refused(.failed(let failure)) = end(of: order, at: desk) else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.cause == .source)
    #expect(try !place.store.contains(order.version))
  }

  @Test func `who has waited before does not wait so long again`() throws {
    let desk = try desk(DrawingChild(isOpen: false), patience: 20)
    let order = try order("a")
    let start = Instant.now + .seconds(-21)
    if case .waiting = desk.request(order, .opened, since: start, tell: { _ in }) {
      Issue.record("it waits again")
    }
    if case .known(let end) = desk.request(
      order, .opened, since: start + .seconds(10), tell: { _ in })
    {
      Issue.record("\(end)")
    }
  }

  @Test func `who has no patience hears how far it is`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child, patience: 0)
    #expect(
      end(of: try order("a"), at: desk) == .late(CutProgress(share: nil, waiting: 0)))
    #expect(
      end(of: try order("b"), at: desk) == .late(CutProgress(share: nil, waiting: 1)))
    #expect(desk.counts.waiting == 2)
  }

  @Test func `who has waited long enough is told, and the cut goes on`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child, patience: 1)
    try desk.start()
    defer { desk.stop() }
    let size = PixelSize(width: 1, height: 1)
    #expect(
      end(of: try order("a"), at: desk) == .late(CutProgress(share: 0.5, waiting: 0, size: size)))
    child.open()
    #expect(end(of: try order("a"), at: desk) == .done)
    #expect(child.asked == 1)
  }

  @Test func `who has left is told nothing`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let told = Atomic<Bool>(false)
    let reply = desk.request(
      try order("a"), .opened, tell: { _ in told.store(true, ordering: .relaxed) })
    guard case .waiting(let ticket) = reply else {
      Issue.record("nothing to wait for")
      return
    }
    desk.leave(ticket)
    child.open()
    #expect(end(of: try order("a"), at: desk) == .done)
    let wasTold = told.load(ordering: .relaxed)
    #expect(!wasTold)
  }

  @Test func `what nobody wants any more is not begun`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    // Large ones have one lane.
    let orders = try ["a", "b", "c", "d"].map { try order($0, bytes: 1 << 30) }
    let tickets = orders.compactMap { order -> CutTicket? in
      guard case .waiting(let ticket) = desk.request(order, .opened, tell: { _ in }) else {
        return nil
      }
      return ticket
    }
    try #require(tickets.count == 4)
    // Somebody was told to come back for the third one, and another one waits for the last.
    guard case .known(.late) = desk.request(orders[2], .opened, patience: 0, tell: { _ in }) else {
      Issue.record("nobody was told to come back")
      return
    }
    _ = desk.request(orders[3], .opened, tell: { _ in })
    for _ in 0..<60_000 where child.asked == 0 { usleep(1000) }
    for ticket in tickets { desk.leave(ticket) }
    #expect(desk.counts.waiting == 2)
    child.open()
    for order in [orders[0], orders[2], orders[3]] { #expect(end(of: order, at: desk) == .done) }
    #expect(try !place.store.contains(orders[1].version))
  }

  @Test func `the line has an end`() throws {
    let desk = try desk(DrawingChild(), patience: 0)
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    for number in 0..<256 {
      let text = "aaaaaaaaaaaaaa" + String([letters[number >> 5], letters[number & 31]])
      let order = CutOrder(
        version: try #require(PyramidVersion(text)), source: try #require(FilePath("/a")),
        sourceBytes: 1, page: nil, replaces: false)
      guard case .known(.late) = desk.request(order, .opened, tell: { _ in }) else {
        Issue.record("\(number) was not taken")
        return
      }
    }
    #expect(end(of: try order("z"), at: desk) == .refused(.lineIsFull))
  }

  @Test func `where nothing is made on demand, that is said`() throws {
    let desk = try desk(DrawingChild(), makesMissing: false)
    #expect(end(of: try order("a"), at: desk) == .refused(.notMade))
  }

  @Test func `a damaged pyramid is cut anew once`() throws {
    let child = DrawingChild()
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let order = try order("a")
    #expect(end(of: order, at: desk) == .done)
    for _ in 0..<3 {
      desk.recut(order)
      #expect(end(of: order, at: desk) == .done)
    }
    #expect(child.asked == 2)
  }

  @Test func `a damaged pyramid may be cut anew again after a while`() throws {
    let child = DrawingChild()
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    let order = try order("a")
    for seconds in [0, 3599, 3601] {
      desk.recut(order, now: Instant(nanoseconds: 0) + .seconds(seconds))
      // Behind it in the line, of the same lanes.
      while desk.counts.waiting + desk.counts.running > 0 { Clock.sleep(milliseconds: 1) }
    }
    #expect(child.asked == 2)
  }
}
