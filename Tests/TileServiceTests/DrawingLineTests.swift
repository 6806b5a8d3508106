import Posix
import Testing
import TileGeometry

@testable import Rendering
@testable import TileService

@Suite struct DrawingLineTests {
  private typealias Line = DrawingLine<Int>

  private static let now = Instant(nanoseconds: 0)
  private static let patience = Duration.seconds(10)

  static func place(_ document: UInt64, block column: Int64?) -> DrawingPlace {
    DrawingPlace(
      FileStatus(kind: .regular, device: 1, inode: document, size: 1, modified: 1),
      column.map { .block(page: 1, DrawnBlock(exponent: 0, column: $0, row: 0)) } ?? .several)
  }

  private static func line(most: Int, _ places: [DrawingPlace]) -> Line {
    var line = Line(limit: places.count, most: most, patience: patience)
    for (number, place) in places.enumerated() { _ = line.enter(number, at: place, now) }
    return line
  }

  /// All that can be begun at the time.
  private static func begun(_ line: inout Line) -> [Line.Begun] {
    var all: [Line.Begun] = []
    while let next = line.begin(now) { all.append(next) }
    return all
  }

  @Test func `who wants a part that is under way holds nobody up`() throws {
    let same = Self.place(1, block: 0)
    var line = Self.line(most: 6, Array(repeating: same, count: 16) + [Self.place(1, block: 1)])
    let first = Self.begun(&line)
    #expect(first.map(\.job) == [0, 16])
    #expect(line.count == 15)
    // Once it is there, all of them can have it.
    line.end(first[0], isDrawn: true)
    #expect(Self.begun(&line).map(\.job) == [1, 2, 3, 4, 5])
  }

  @Test func `where a part was not drawn another one goes ahead`() {
    var line = Self.line(most: 6, Array(repeating: Self.place(1, block: 0), count: 3))
    for job in 0..<3 {
      let begun = Self.begun(&line)
      #expect(begun.map(\.job) == [job])
      line.end(begun[0], isDrawn: false)
    }
    #expect(Self.begun(&line).isEmpty)
  }

  @Test func `pictures of several parts are made one at a time for a document`() {
    let places = [nil, nil, 3].map { Self.place(1, block: $0) } + [Self.place(2, block: nil)]
    var line = Self.line(most: 6, places)
    let first = Self.begun(&line)
    #expect(first.map(\.job) == [0, 3, 2])
    line.end(first[0], isDrawn: true)
    #expect(Self.begun(&line).map(\.job) == [1])
  }

  @Test func `documents take turns, and none has all`() {
    let greedy = (0..<64).map { Self.place(1, block: $0) }
    let modest = [Self.place(2, block: 0), Self.place(2, block: 1), Self.place(3, block: 0)]
    var line = Self.line(most: 3, greedy + modest)
    let first = Self.begun(&line)
    #expect(first.map(\.job) == [0, 64, 66, 1, 65, 2])
    // With one at a time it is the turn of who was served longest ago.
    line = Self.line(most: 1, greedy + modest)
    var order: [Int] = []
    for _ in 0..<5 {
      guard let next = line.begin(Self.now) else { break }
      order.append(next.job)
      line.end(next, isDrawn: true)
    }
    #expect(order == [0, 64, 66, 1, 65])
  }

  @Test func `what is looked at comes before pages in small, but not for ever`() throws {
    let block = Self.place(1, block: 0)
    let small = DrawingPlace(
      block.document, .thumbnail(page: 2, PixelSize(width: 100, height: 200)))
    let soon = DrawingPlace(block.document, .nothing(page: 3))
    var line = Self.line(most: 6, [small, soon, block])
    #expect(Self.begun(&line).map(\.job) == [2, 1, 0])
    line = Line(limit: 3, most: 1, patience: Self.patience)
    for (number, place) in [small, block].enumerated() {
      _ = line.enter(number, at: place, Self.now)
    }
    let later = Self.now + .seconds(3)
    let ticket = line.enter(2, at: Self.place(1, block: 1), later)
    #expect(ticket != nil)
    var order: [Int] = []
    while let next = line.begin(later) {
      order.append(next.job)
      line.end(next, isDrawn: true)
    }
    #expect(order == [0, 1, 2])
  }

  @Test func `a part that has waited too long is late, a larger picture waits for its turn`() throws
  {
    let places = [nil, 0, 0, 1].map { Self.place(1, block: $0) }
    var line = Self.line(most: 1, places)
    let begun = line.begin(Self.now)
    let first = try #require(begun)
    #expect(first.job == 0 && !first.isLate)
    let end = Self.now + Self.patience
    #expect(line.nextLate == end)
    let (early, late) = (line.takeLate(Self.now), line.takeLate(end))
    #expect(early == nil && late == 1)
    line.end(first, isDrawn: true)
    let following = line.begin(end)
    let next = try #require(following)
    #expect(next.job == 2 && next.isLate)
  }

  @Test func `a full line takes nothing more until somebody leaves`() throws {
    var line = Line(limit: 1, most: 1, patience: Self.patience)
    let place = Self.place(1, block: 0)
    let entered = line.enter(0, at: place, Self.now)
    let ticket = try #require(entered)
    let refused = line.enter(1, at: place, Self.now)
    line.withdraw(ticket)
    let taken = line.enter(2, at: place, Self.now)
    #expect(refused == nil && taken != nil)
    #expect(Self.begun(&line).map(\.job) == [2])
  }

  @Test func `a lane goes on while a part is drawn that many wait for`() throws {
    let lane = DrawingLane(limit: 100, threads: 3, spare: 1, patience: .seconds(3600))
    try lane.start()
    let gate = Gate()
    let done = Monitor<[Int]>([])
    for number in 0..<16 {
      _ = try #require(
        lane.submit(Self.place(1, block: 0)) { _ in
          gate.pass()
          done.change { $0.append(number) }
          return true
        })
    }
    for number in 16..<18 {
      _ = try #require(
        lane.submit(Self.place(UInt64(number - 15), block: 1)) { _ in
          done.change { $0.append(number) }
          return true
        })
    }
    #expect(Set(done.wait { $0.count == 2 ? $0 : nil }) == [16, 17])
    gate.open()
    #expect(Set(done.wait { $0.count == 18 ? $0 : nil }) == Set(0..<18))
    lane.stop()
  }

  @Test func `a lane tells who has waited too long, though nobody is free`() throws {
    let lane = DrawingLane(limit: 100, threads: 1, spare: 0, patience: .milliseconds(20))
    try lane.start()
    let gate = Gate()
    let late = Monitor<Int>(0)
    let hasBegun = Gate()
    _ = try #require(
      lane.submit(Self.place(1, block: nil)) { _ in
        hasBegun.open()
        gate.pass()
        return true
      })
    hasBegun.pass()
    for column in 0..<8 as Range<Int64> {
      _ = try #require(
        lane.submit(Self.place(2, block: column)) { isLate in
          late.change { $0 += isLate ? 1 : 0 }
          return false
        })
    }
    late.wait { $0 == 8 ? () : nil }
    gate.open()
    lane.stop()
  }
}
