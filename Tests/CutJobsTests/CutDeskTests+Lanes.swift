import CutSamples
import DecoderChildren
import Foundation
import Posix
import Sources
import Storage
import Testing

@testable import CutJobs

extension CutDeskTests {
  @Test func `small images don't wait for a large one`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    _ = desk.request(try order("l", bytes: 1 << 30), .opened, tell: { _ in })
    while desk.counts.running < 1 { Clock.sleep(milliseconds: 1) }
    _ = desk.request(try order("m", bytes: 1 << 30), .opened, tell: { _ in })
    _ = desk.request(try order("a"), .opened, tell: { _ in })
    while desk.counts.running < 2 { Clock.sleep(milliseconds: 1) }
    #expect(desk.counts.waiting == 1)
    child.open()
  }

  @Test func `a small file of a large picture waits for the lane of all`() throws {
    let child = DrawingChild(side: 9000, isOpen: false)
    let desk = try desk(child)
    try desk.start()
    defer { desk.stop() }
    _ = desk.request(try order("l", bytes: 1 << 30), .opened, tell: { _ in })
    while child.asked < 1 { Clock.sleep(milliseconds: 1) }
    // The lane of small ones takes each, and has it put back; the lane of all is taken.
    _ = desk.request(try order("a"), .opened, tell: { _ in })
    while child.asked < 2 { Clock.sleep(milliseconds: 1) }
    while desk.counts.waiting < 1 { Clock.sleep(milliseconds: 1) }
    #expect(desk.counts.running == 1)
    #expect(child.asked == 2, "it is not small to anybody now")
    child.open()
    while desk.counts.failed < 2 { Clock.sleep(milliseconds: 1) }
    #expect(child.asked == 3)
  }

  @Test func `a small file that takes long leaves the lane of small ones`() throws {
    let child = DrawingChild(reaching: 0, isOpen: false)
    let desk = try desk(child, smallLanePatience: .milliseconds(20))
    try desk.start()
    defer { desk.stop() }
    _ = desk.request(try order("l", bytes: 1 << 30), .opened, tell: { _ in })
    while child.asked < 1 { Clock.sleep(milliseconds: 1) }
    _ = desk.request(try order("a"), .opened, tell: { _ in })
    while child.asked < 2 || desk.counts.running > 1 { Clock.sleep(milliseconds: 1) }
    #expect(desk.counts.waiting == 1)
    child.open()
    while desk.counts.finished < 2 { Clock.sleep(milliseconds: 1) }
    #expect(child.asked == 3)
  }

  @Test func `a cut that makes no progress is ended, told as such, and reported`() throws {
    let child = DrawingChild(isOpen: false)
    let reported = Monitor<[CutFailure]>([])
    let desk = try desk(child, silence: .milliseconds(20)) { failure in
      reported.change { $0.append(failure) }
    }
    try desk.start()
    defer { desk.stop() }
    guard case .refused(.failed(let failure)) = end(of: try order("a"), at: desk) else {
      Issue.record("it was not ended")
      return
    }
    #expect(failure.cause == .deadline && failure.words.contains("no progress"))
    #expect(reported.read { $0 } == [failure])
  }

  @Test func `stopping ends what is under way, and it is not remembered`() throws {
    let child = DrawingChild(isOpen: false)
    let desk = try desk(child)
    try desk.start()
    let told = Monitor<CutWaitEnd?>(nil)
    _ = desk.request(try order("a"), .opened, tell: { end in told.change { $0 = end } })
    while child.asked == 0 { Clock.sleep(milliseconds: 1) }
    desk.stop()
    #expect(
      told.read { $0 } == .refused(.failed(CutFailure(.interrupted, "interrupted"))))
    #expect(
      try FileManager.default.subpathsOfDirectory(
        atPath: place.store.folder.description
      ).allSatisfy { !$0.hasSuffix(".tif") })
  }
}
