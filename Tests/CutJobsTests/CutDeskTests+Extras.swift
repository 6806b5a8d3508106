import CutSamples
import Posix
import Testing

@testable import CutJobs

/// What nobody waits for, beside pages that somebody waits for.
extension CutDeskTests {
  /// Puts something off at a desk; answers whether it was done.
  private func extra(at desk: CutDesk) -> Monitor<Bool> {
    let isDone = Monitor(false)
    desk.afterPages { isDone.change { $0 = true } }
    return isDone
  }

  @Test func `what nobody waits for is done once the pages are there that somebody waits for`()
    throws
  {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    #expect(extra(at: desk).read { $0 })
    // An image that is no page puts nothing off: it may take its time.
    _ = desk.request(try order("a"), .opened, tell: { _ in })
    #expect(extra(at: desk).read { $0 })
    for page in 1...2 { _ = desk.request(try order("b", page: page), .opened, tell: { _ in }) }
    let putOff = extra(at: desk)
    #expect(!putOff.read { $0 })
    try desk.start()
    defer { desk.stop() }
    child.open()
    putOff.wait { $0 ? () : nil }
  }

  @Test func `who has waited for a page shows it before what nobody waits for is done`() throws {
    let desk = try desk(DrawingChild(), restAfterPages: .seconds(20))
    let isThere = Monitor(false)
    _ = desk.request(try order("b", page: 1), .opened, tell: { _ in isThere.change { $0 = true } })
    try desk.start()
    defer { desk.stop() }
    isThere.wait { $0 ? () : nil }
    let putOff = extra(at: desk)
    #expect(!putOff.read { $0 })
    // It does not wait for ever.
    putOff.wait { $0 ? () : nil }
  }

  @Test func `what waits for pages that nobody wants any more is done at once`() throws {
    let desk = try desk(DrawingChild())
    guard case .waiting(let ticket) = desk.request(try order("b", page: 1), .opened, tell: { _ in })
    else {
      Issue.record("nothing to wait for")
      return
    }
    let putOff = extra(at: desk)
    #expect(!putOff.read { $0 })
    desk.leave(ticket)
    #expect(putOff.read { $0 })
  }
}
