import ImageRequest
import Testing

@testable import TileService

@Suite struct CountersTests {
  private enum Letter: Int, CaseIterable { case a, b, c }

  @Test func `each case has its own places, the last one too`() {
    let counters = Counters<Letter>(perCase: 2)
    counters.add(1, to: .a, isShared: false)
    counters.add(2, to: .a, place: 1, isShared: true)
    counters.add(3, to: .c, place: 1, isShared: false)
    counters.add(4, to: .c, place: 1, isShared: true)
    let counts = counters.counts
    #expect(counts.values == [1, 2, 0, 0, 0, 7])
    #expect(Array(counts[row: .a]) == [1, 2])
    #expect(counts[.c, 1] == 7)
  }

  @Test func `counts add up`() {
    let counters = Counters<Letter>()
    counters.add(5, to: .b, isShared: false)
    var sum = Counts<Letter>()
    sum += counters.counts
    sum += counters.counts
    #expect(sum.values == [0, 10, 0])
  }

  @Test func `every route and every kind of answer is counted`() {
    let metrics = LoopMetrics(isShared: false)
    for route in RouteKind.allCases {
      for answer in AnswerKind.allCases {
        metrics.count(route, answer, nanoseconds: .max, bytes: 1)
      }
    }
    var sum = MetricsSum()
    metrics.add(to: &sum)
    for answer in AnswerKind.allCases {
      #expect(RouteKind.allCases.allSatisfy { sum.requests($0, answer) == 1 })
      // All took longer than the last bound.
      #expect(sum.latencies[row: answer].last == RouteKind.allCases.count)
      #expect(sum.latencies[row: answer].dropLast().allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [(9_999, 0), (10_000, 0), (11_000, 1), (20_000_000_000, 15)])
  func `a time falls into the bucket whose bound it does not pass`(
    nanoseconds: Int64, bucket: Int
  ) {
    let metrics = LoopMetrics(isShared: false)
    metrics.count(.tile, .passThrough, nanoseconds: nanoseconds, bytes: 0)
    var sum = MetricsSum()
    metrics.add(to: &sum)
    #expect(Array(sum.latencies[row: .passThrough]).firstIndex(of: 1) == bucket)
  }
}
