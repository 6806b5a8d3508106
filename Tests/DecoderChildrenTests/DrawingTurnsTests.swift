import Posix
import Testing

@testable import DecoderChildren

@Suite struct DrawingTurnsTests {
  private static func document(_ number: UInt64) -> FileStatus {
    FileStatus(kind: .regular, device: 1, inode: number, size: 1, modified: 1)
  }

  private let greedy = document(1)
  private let modest = document(2)

  @Test func `a document that has nobody comes before one that has somebody`() {
    var turns = DrawingTurns(limit: 2)
    turns.begin(greedy)
    let first = turns.enter(greedy)
    let second = turns.enter(modest)
    turns.wait(first)
    #expect(turns.isNext(first), "nobody else waits")
    #expect(turns.isNext(second))
    turns.wait(second)
    #expect(!turns.isNext(first))
    turns.leave(second)
    turns.begin(modest)
    #expect(turns.isNext(first))
    turns.end(greedy, isSlow: nil)
    let third = turns.enter(modest)
    #expect(!turns.isNext(third))
  }

  @Test func `those of one document are served as they came`() {
    var turns = DrawingTurns(limit: 1)
    let askers = [turns.enter(greedy), turns.enter(greedy)]
    for asker in askers { turns.wait(asker) }
    #expect(askers.map { turns.isNext($0) } == [true, false])
  }

  @Test func `a slow document leaves somebody to others`() {
    var turns = DrawingTurns(limit: 2)
    turns.begin(greedy)
    turns.end(greedy, isSlow: true)
    turns.begin(greedy)
    let (own, other) = (turns.enter(greedy), turns.enter(modest))
    turns.wait(own)
    #expect(!turns.isNext(own))
    #expect(turns.isNext(other), "who can't have more holds nobody up")
    // One that is quick again may have all.
    turns.end(greedy, isSlow: false)
    turns.begin(greedy)
    #expect(turns.isNext(own))
  }

  @Test func `where one draws alone a slow document has its turns`() {
    var turns = DrawingTurns(limit: 1)
    turns.begin(greedy)
    turns.end(greedy, isSlow: true)
    let asker = turns.enter(greedy)
    #expect(turns.isNext(asker))
  }
}
