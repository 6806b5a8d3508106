import FetchRules
import Testing

@Suite struct UploadPlanTests {
  private static let largest: Int64 = 10_000 * 5 << 30

  @Test func `what fits into one request is one part`() throws {
    for length: Int64 in [0, 1, 5 << 30] {
      #expect(try #require(UploadPlan(of: length)).parts == 1)
    }
    let plan = try #require(UploadPlan(of: 7, inPartsOf: 7))
    #expect(plan.parts == 1)
    #expect(plan.range(of: 0) == 0..<7)
  }

  private static let plans: [(Int64, Int64?)] = [
    (5 << 30 | 1, nil), (700 << 30, nil), (largest, nil), (largest - 1, 5 << 20), (8, 7), (14, 7),
    (100_001, 10),
  ]

  @Test(arguments: plans)
  func `parts follow each other and are all there is`(length: Int64, wished: Int64?) throws {
    let plan = try #require(UploadPlan(of: length, inPartsOf: wished))
    #expect((2...UploadPlan.mostParts).contains(plan.parts))
    var end: Int64 = 0
    for index in 0..<plan.parts {
      let range = plan.range(of: index)
      #expect(range.lowerBound == end && !range.isEmpty)
      #expect(range.upperBound - range.lowerBound <= UploadPlan.longestPart)
      // Engines refuse parts of different lengths, but for the last.
      if index + 1 < plan.parts { #expect(range.upperBound - range.lowerBound == plan.part) }
      end = range.upperBound
    }
    #expect(end == length)
  }

  @Test func `what is larger than all parts together is refused`() {
    #expect(UploadPlan(of: Self.largest + 1) == nil)
    #expect(UploadPlan(of: .max) == nil)
  }
}
