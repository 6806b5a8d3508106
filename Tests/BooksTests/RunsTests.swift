import Books
import SeededNumbers
import Testing

@Suite struct RunsTests {
  @Test func `equal neighbors are one run`() {
    let runs = Runs([7, 7, 7, 8, 7, 7])
    #expect(runs.runs.map(\.value) == [7, 8, 7])
    #expect(runs.runs.map(\.count) == [3, 1, 2])
    #expect(runs.runs.map(\.end) == [3, 4, 6])
    #expect(Runs<Int>().count == 0)
  }

  @Test func `what is appended many times is what it would be one by one`() {
    var many = Runs<Int>()
    many.append(1, times: 3)
    many.append(1, times: 2)
    many.append(2, times: 0)
    #expect(many == Runs([1, 1, 1, 1, 1]))
  }

  @Test func `every place has the value that was put there`() {
    var numbers = SplitMix(seed: 4)
    for _ in 0..<100 {
      let values = (0..<Int.random(in: 1...200, using: &numbers)).map { _ in
        Int.random(in: 0...3, using: &numbers)
      }
      let runs = Runs(values)
      #expect(runs.count == values.count)
      #expect(values.indices.map { runs[$0] } == values)
    }
  }
}
