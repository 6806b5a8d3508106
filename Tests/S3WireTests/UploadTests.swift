import S3Wire
import Testing

@Suite struct UploadTests {
  private static let beginning = """
    <?xml version="1.0" encoding="UTF-8"?>
    <InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>b</Bucket>\
    <Key>k</Key><UploadId>2~a/b+c&amp;d</UploadId></InitiateMultipartUploadResult>
    """

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `an upload has the name that its engine gives it`() throws {
    #expect(try UploadName(beginning: bytes(Self.beginning)).bytes == bytes("2~a/b+c&d"))
  }

  @Test(arguments: [
    "", "<a/>", "<InitiateMultipartUploadResult/>",
    "<InitiateMultipartUploadResult><UploadId></UploadId></InitiateMultipartUploadResult>",
    "<InitiateMultipartUploadResult><UploadId>a b</UploadId></InitiateMultipartUploadResult>",
    "<InitiateMultipartUploadResult><a><UploadId>a</UploadId></a></InitiateMultipartUploadResult>",
    "<InitiateMultipartUploadResult><UploadId>\(String(repeating: "a", count: 1025))</UploadId>"
      + "</InitiateMultipartUploadResult>",
  ])
  func `what names none is refused`(text: String) {
    #expect(throws: XMLProblem.self) { try UploadName(beginning: bytes(text)) }
  }

  @Test func `each step is a request of its own`() throws {
    let name = try UploadName(beginning: bytes(Self.beginning))
    let address = try BucketAddress(parsing: "s3://scans/p?endpoint=http://h&part=5")
    let key = try #require(address.key("a b.tif".utf8))
    func form(_ step: UploadStep) -> WireRequest {
      ObjectRequest.upload(key, step).form(at: address, in: "eu-1")
    }
    #expect(address.part == 5 << 20)
    for (request, method, query) in [
      (form(.beginning(.tiff)), WireRequest.Method.post, "uploads="),
      (form(.part(7, of: name)), .put, "partNumber=7&uploadId=2~a%2Fb%2Bc%26d"),
      (form(.completion(of: name, isFirst: false)), .post, "uploadId=2~a%2Fb%2Bc%26d"),
      (form(.end(of: name)), .delete, "uploadId=2~a%2Fb%2Bc%26d"),
    ] {
      #expect(request.method == method)
      #expect(request.address == bytes("http://h/scans/p/a%20b.tif?\(query)"))
      #expect(!request.fields.contains { $0.name == "if-none-match" })
    }
    let first = form(.completion(of: name, isFirst: true))
    #expect(first.fields.contains { $0.name == "if-none-match" && $0.value == bytes("*") })
  }

  @Test func `all parts are told in their order, with what the engine called them`() {
    let tags = ["\"a&b\"", "\"c\""].compactMap { ObjectTag(kept: bytes($0)) }
    #expect(
      String(decoding: UploadStep.list(of: tags), as: UTF8.self)
        == "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\"a&amp;b\"</ETag></Part>"
        + "<Part><PartNumber>2</PartNumber><ETag>\"c\"</ETag></Part></CompleteMultipartUpload>")
  }

  private func end(_ text: String) -> EngineFailure? {
    do throws(EngineFailure) {
      try UploadCompletion.check(bytes(text))
      return nil
    } catch {
      return error
    }
  }

  /// An engine says 200 before it knows, and blanks while it is at it.
  @Test func `an answer that begins well tells its end in its body`() {
    func complaint(_ code: String) -> String {
      "<?xml version=\"1.0\"?>\n   \n<Error><Code>\(code)</Code></Error>"
    }
    let success = "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>"
    #expect(end("<?xml version=\"1.0\"?>\n  \(success)") == nil)
    #expect(end(complaint("NoSuchUpload")) == .absent)
    #expect(end(complaint("PreconditionFailed")) == .changed)
    #expect(end(complaint("SlowDown")) == .busy(retryAfter: nil))
    #expect(end(complaint("InternalError"))?.mayPass == true)
    #expect(end(complaint("EntityTooSmall"))?.mayPass == false)
    for text in ["", " ", "<a/>", "<CompleteMultipartUploadResult>", "<!DOCTYPE a>", "no"] {
      guard case .contradiction = end(text) else {
        Issue.record("\(text): \(end(text).map { "\($0)" } ?? "done")")
        continue
      }
    }
  }

  private static let list = """
    <ListMultipartUploadsResult><Bucket>b</Bucket><EncodingType>url</EncodingType>\
    <Upload><Key>p/a+b%2Bc.tif</Key><UploadId>one</UploadId><Owner><Key>no</Key></Owner>\
    <Initiated>2024-02-29T17:50:30.123Z</Initiated></Upload><Upload><Key>p/d.tif</Key></Upload>\
    <Upload><Key>p/%zz</Key><UploadId>two</UploadId><Initiated>2024-02-29T17:50:30Z</Initiated></Upload>\
    <IsTruncated>false</IsTruncated></ListMultipartUploadsResult>
    """

  @Test func `what has begun is listed, and what nobody could end left out`() throws {
    let found = try UploadListing(bytes(Self.list)).uploads
    #expect(found.map(\.key.description) == ["p/a b+c.tif"])
    #expect(found.first?.name.bytes == bytes("one"))
    #expect(found.first?.begun == 1_709_229_030)
    let plain = Self.list.replacing("<EncodingType>url</EncodingType>", with: "")
    #expect(
      try UploadListing(bytes(plain)).uploads.map(\.key.description) == ["p/a+b%2Bc.tif", "p/%zz"])
  }

  @Test func `no list that breaks off is read`() {
    let list = bytes(Self.list)
    for count in 0..<list.count {
      #expect(throws: XMLProblem.self) { try UploadListing(Array(list[..<count])) }
    }
    let endless = "<ListMultipartUploadsResult>" + String(repeating: "<Upload/>", count: 1001)
    #expect(throws: XMLProblem.self) {
      try UploadListing(bytes(endless + "</ListMultipartUploadsResult>"))
    }
  }
}
