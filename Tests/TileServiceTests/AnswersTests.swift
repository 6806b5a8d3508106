import ServiceBench
import Testing

/// `Tests/Answers` against the service without a socket.
@Suite struct AnswersTests {
  @Test(arguments: try AnswerCase.all())
  func `each answer is what its file says`(answer: AnswerCase) throws {
    var problem: (any Error)?
    let bench = try ServiceBench(AnswerCase.images) { configuration in
      do { try answer.configure(&configuration) } catch { problem = error }
    }
    if let problem { throw problem }
    #expect(try answer.differences(on: bench) == [])
  }

  @Test func `there are cases`() throws {
    #expect(try AnswerCase.all().count > 40)
  }
}
