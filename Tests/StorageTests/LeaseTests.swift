import Testing

@testable import Storage

@Suite struct LeaseTests {
  @Test(arguments: [
    nil, KnownFailure(.source, "it says \"no\"\u{7}", attempts: 1, seconds: 10),
    KnownFailure(.deadline, "", attempts: 14, seconds: 300),
  ])
  func `a lease is read as it was written`(failure: KnownFailure?) {
    let lease = Lease(holder: "me", failure: failure)
    #expect(Lease(lease.json) == lease)
  }

  @Test func `whoever has no reason has none yet`() {
    let text = #"{"pyramidion":{"lease":{"holder":"other"}}}"#
    #expect(Lease(Array(text.utf8)) == Lease(holder: "other"))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"pyramidion":{"lease":{"holder":1}}}"#, #"{"pyramidion":{"lease":"x"}}"#,
  ])
  func `what is none is none`(text: String) { #expect(Lease(Array(text.utf8)) == nil) }

  @Test(arguments: [
    #"{"cause":"moon","reason":"x","attempts":1,"seconds":1}"#,
    #"{"cause":"source","reason":"x","attempts":0,"seconds":1}"#,
    #"{"cause":"source","reason":"x","attempts":1,"seconds":-1}"#,
    #"{"cause":"source","reason":7,"attempts":1,"seconds":1}"#, "7",
  ])
  func `a reason that makes no sense keeps nobody from trying`(failure: String) {
    let text = #"{"pyramidion":{"lease":{"holder":"a","failure":\#(failure)}}}"#
    #expect(Lease(Array(text.utf8)) == Lease(holder: "a"))
  }

  @Test func `nobody is kept from trying for ever, nor told a book`() throws {
    let text =
      #"{"pyramidion":{"lease":{"holder":"a","failure":{"cause":"limit","reason":""#
      + String(repeating: "x", count: 4000) + #"","attempts":9,"seconds":9000000000}}}}"#
    let failure = try #require(Lease(Array(text.utf8))?.failure)
    #expect(failure.seconds == 86_400 && failure.reason.count == 500)
  }
}
