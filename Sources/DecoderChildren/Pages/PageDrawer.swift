import Posix
import Synchronization

/// One who draws pages of one document, which it holds open: one part at a time, for one thread at a
/// time.
final class PageDrawer: Sendable {
  private let ring: PageRing
  private let process: any RunningDecoder
  private let lastNumber = Atomic<UInt32>(0)

  init(_ ring: PageRing, _ process: any RunningDecoder) {
    self.ring = ring
    self.process = process
  }

  deinit { process.end() }

  func end() { process.end() }

  /// How many orders it was given.
  var orders: Int { Int(lastNumber.load(ordering: .relaxed)) }

  /// Has a part drawn.
  ///
  /// - Parameters:
  ///   - order: what.
  ///   - deadline: until when.
  /// - Returns: what was answered.
  /// - Throws: why there is no answer; the process is to be ended then.
  func draw(
    _ order: PageOrder, until deadline: Instant
  ) throws(OrderTurns.Failure) -> PageRing.Answer {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    ring.ask(order, number: number)
    try ring.turns.waitForAnswer(to: number, from: process, until: deadline)
    guard let answer = ring.answer(to: order) else { throw .lied }
    return answer
  }
}
