import CutQueue
import Testing

@Suite struct QueueNoticeTests {
  @Test func `what is told names an image that is settled, or none where more waits`() {
    #expect(QueueNotice("") == .waiting)
    #expect(QueueNotice("aaaaaaaaaaaaaaaa") == .settled("aaaaaaaaaaaaaaaa"))
  }
}
