import S3Wire
import Testing

@Suite struct EngineFailureTests {
  private func failure(_ status: Int, _ code: String = "") -> EngineFailure {
    EngineFailure(
      head("HTTP/1.1 \(status) x"),
      EngineComplaint(Array("<Error><Code>\(code)</Code></Error>".utf8)))
  }

  @Test func `a status and a code say what is to be done`() {
    #expect(failure(404, "NoSuchKey") == .absent)
    #expect(failure(410) == .absent)
    #expect(failure(412, "PreconditionFailed") == .changed)
    #expect(failure(416, "InvalidRange") == .changed)
    #expect(failure(429) == .busy(retryAfter: nil))
    #expect(failure(503, "SlowDown") == .busy(retryAfter: nil))
    #expect(failure(302) == .moved(status: 302))
  }

  /// An expired key must not fill caches with "not found".
  @Test(arguments: [
    (404, "NoSuchBucket"), (403, "InvalidAccessKeyId"), (403, "SignatureDoesNotMatch"),
    (400, "ExpiredToken"), (403, "RequestTimeTooSkewed"), (401, ""),
  ])
  func `trouble with who we are is never absence`(status: Int, code: String) {
    guard case .refused = failure(status, code) else {
      Issue.record("\(failure(status, code))")
      return
    }
    #expect(!failure(status, code).isAnswer)
  }

  @Test func `what may pass is asked again, what is an answer is not`() {
    #expect(failure(500).mayPass && !failure(500).isAnswer)
    #expect(failure(503, "SlowDown").mayPass)
    #expect(!failure(403, "AccessDenied").mayPass && failure(403, "AccessDenied").isAnswer)
    #expect(!failure(404).mayPass && failure(404).isAnswer)
  }

  @Test func `a complaint is read as far as it goes`() {
    let whole = EngineComplaint(
      Array(
        ("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code><Message>not &lt;you&gt;\u{1B}"
          + "</Message><Resource>/x</Resource><StringToSign>secret</StringToSign>"
          + "<RequestId>tx-1</RequestId></Error>").utf8))
    #expect(whole.code == "AccessDenied")
    #expect(whole.message == "not <you>?")
    #expect(whole.requestName == "tx-1")
    #expect(
      failure(403, "AccessDenied").description == "it may not be read (AccessDenied)")
    #expect(EngineComplaint(Array("<Error><Code>A</Code><Mess".utf8)).code == "A")
    #expect(EngineComplaint(Array("<html><Code>A</Code></html>".utf8)).code == "")
    #expect(EngineComplaint(Array("Bad Gateway".utf8)) == EngineComplaint())
    #expect(EngineComplaint([]) == EngineComplaint())
  }
}
