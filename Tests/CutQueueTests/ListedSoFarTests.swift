import CutQueue
import Testing

@Suite struct ListedSoFarTests {
  @Test func `it has come to the first image that is not done with`() {
    var list = ListedSoFar()
    for index in [1, 3, 2] { list.finish(index, failed: index == 3) }
    #expect(list.count == 0 && list.failed == 0)
    list.finish(0, failed: false)
    #expect(list.count == 4 && list.failed == 1)
    list.finish(2, failed: true)
    #expect(list.count == 4 && list.failed == 1)
  }

  @Test func `a document is done with when all of its pages are`() {
    var list = ListedSoFar()
    list.spread(0, into: 3)
    list.finish(1, failed: false)
    list.finish(0, failed: true)
    list.finish(0, failed: false)
    #expect(list.count == 0)
    list.finish(0, failed: true)
    #expect(list.count == 2 && list.failed == 1)
  }

  @Test func `a document of which no page is wanted keeps nobody`() {
    var list = ListedSoFar()
    list.spread(0, into: 0)
    #expect(list.count == 1 && list.failed == 0)
  }
}
