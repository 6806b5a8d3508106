import Posix
import Testing

@testable import TileService

@Suite struct WorkLaneTests {
  /// A lane of one thread that is held up, and what was done in it.
  static func heldUp(limit: Int) throws -> (lane: WorkLane, gate: Gate, done: Monitor<[Int]>) {
    let lane = WorkLane(name: "test", limit: limit)
    let gate = Gate()
    let hasBegun = Gate()
    try lane.start(threads: 1)
    _ = try #require(
      lane.submit {
        hasBegun.open()
        gate.pass()
      })
    hasBegun.pass()
    return (lane, gate, Monitor([]))
  }

  @Test func `work is done in the order it came, but for what was withdrawn`() throws {
    let (lane, gate, done) = try Self.heldUp(limit: 1000)
    let tickets = try (0..<600).map { number in
      try #require(lane.submit { done.change { $0.append(number) } })
    }
    for number in stride(from: 0, to: 600, by: 3) { tickets[number].withdraw() }
    // Withdrawn once is withdrawn.
    tickets[0].withdraw()
    #expect(lane.waiting == 400)
    gate.open()
    let wanted = (0..<600).filter { $0 % 3 != 0 }
    #expect(done.wait { $0.count == 400 ? $0 : nil } == wanted)
    tickets[1].withdraw()
    lane.stop()
  }

  @Test func `a full line takes nothing more until there is room`() throws {
    let (lane, gate, _) = try Self.heldUp(limit: 2)
    let first = try #require(lane.submit {})
    #expect(lane.submit {} != nil)
    #expect(lane.submit {} == nil)
    first.withdraw()
    #expect(lane.submit {} != nil)
    #expect(lane.submit {} == nil)
    gate.open()
    lane.stop()
  }

  @Test func `an end drops what waits and takes nothing more`() throws {
    let (lane, gate, done) = try Self.heldUp(limit: .max)
    let stopping = ThreadGroup()
    try stopping.start("stop", count: 1) { _ in lane.stop() }
    // Work is taken until the end is known, and no line is too long.
    while lane.submit({ done.change { $0.append(1) } }) != nil {}
    gate.open()
    stopping.join()
    #expect(done.read { $0 } == [])
  }

  @Test func `work for all threads is done by all of them at the same time`() throws {
    let lane = WorkLane(name: "test", limit: 100, isFair: true)
    try lane.start(threads: 8)
    let together = Monitor(0)
    for round in 1...20 {
      for party in 0..<8 {
        _ = try #require(
          lane.submit(for: UInt64(party)) {
            together.change { $0 += 1 }
            together.wait { $0 >= 8 * round ? () : nil }
          })
      }
      together.wait { $0 == 8 * round ? () : nil }
    }
    lane.stop()
  }

  @Test func `nobody takes all threads of a fair lane, nor all of its line`() throws {
    let lane = WorkLane(name: "test", limit: 8, isFair: true)
    let gate = Gate()
    let begun = Monitor(0)
    try lane.start(threads: 4)
    for number in 1...3 {
      _ = try #require(
        lane.submit(for: 1) {
          begun.change { $0 += 1 }
          gate.pass()
        })
      begun.wait { $0 == number ? () : nil }
    }
    let more = try (0..<6).map { _ in
      try #require(lane.submit(for: 1) { begun.change { $0 += 1 } })
    }
    #expect(lane.submit(for: 1) {} == nil)
    // The fourth thread is there for who comes now, though they wait longer.
    let other = Monitor(false)
    _ = try #require(lane.submit(for: 2) { other.change { $0 = true } })
    #expect(other.wait { $0 ? true : nil })
    #expect(begun.read { $0 } == 3)
    more[0].withdraw()
    #expect(lane.submit(for: 1) { begun.change { $0 += 1 } } != nil)
    gate.open()
    begun.wait { $0 == 9 ? () : nil }
    lane.stop()
  }
}
