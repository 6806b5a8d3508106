import Testing

@testable import S3Wire

/// The requests of AWS' public "Signature Version 4 test suite" that have no body, and the examples
/// of the Amazon S3 API Reference ("Examples: Signature Calculations").
@Suite struct SignatureTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    var path = "/"
    var query: [(String, [UInt8])] = []
    var fields: [(String, String)] = []
    var token: String?
    let signature: String

    var testDescription: String { name }
  }

  private static let unreserved =
    "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  private static let vectors = [
    Vector(
      name: "get-vanilla",
      signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    Vector(
      name: "get-unreserved", path: "/\(unreserved)",
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Vector(
      name: "get-utf8", path: "/%E1%88%B4",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Vector(
      name: "get-vanilla-empty-query-key", query: [("Param1", Array("value1".utf8))],
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
    Vector(
      name: "get-vanilla-query-order-key-case",
      query: [("Param2", Array("value2".utf8)), ("Param1", Array("value1".utf8))],
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      name: "get-vanilla-query-order-value",
      query: [("Param1", Array("value2".utf8)), ("Param1", Array("value1".utf8))],
      signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
    Vector(
      name: "get-vanilla-query-unreserved", query: [(unreserved, Array(unreserved.utf8))],
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    Vector(
      name: "get-vanilla-utf8-query", query: [("\u{1234}", Array("bar".utf8))],
      signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
    Vector(
      name: "get-header-key-duplicate",
      fields: [("my-header1", "value2"), ("my-header1", "value2"), ("my-header1", "value1")],
      signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
    Vector(
      name: "get-header-value-order",
      fields: [
        ("my-header1", "value4"), ("my-header1", "value1"), ("my-header1", "value3"),
        ("my-header1", "value2"),
      ], signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
    Vector(
      name: "get-header-value-trim",
      fields: [("my-header1", " value1"), ("my-header2", "\"a   b   c\"")],
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
    Vector(
      name: "get-vanilla-with-session-token",
      token: "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267",
      signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
  ]

  @Test(arguments: vectors)
  func `the suite's signatures come out`(vector: Vector) throws {
    let credentials = try #require(
      Credentials(
        accessKey: "AKIDEXAMPLE",
        secretKey: Secret(Array("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".utf8)),
        sessionToken: vector.token.map { Secret(Array($0.utf8)) }))
    var signer = RequestSigner(credentials, region: "us-east-1", service: "service")
    let origin = try origin("https://example.amazonaws.com")
    var request = WireRequest(origin, path: Array(vector.path.utf8), query: vector.query)
    for (name, value) in vector.fields { request.add(name, Array(value.utf8)) }
    signer.signAsIs(&request, at: 1_440_938_160)
    let proof = try #require(request.fields.last)
    let text = String(decoding: proof.value, as: UTF8.self)
    #expect(proof.name == "authorization")
    #expect(text.hasSuffix("Signature=\(vector.signature)"))
    #expect(
      text.hasPrefix(
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
          + "SignedHeaders=host;"))
  }

  private func example(_ request: ObjectRequest) throws -> String {
    let credentials = try #require(
      Credentials(
        accessKey: "AKIAIOSFODNN7EXAMPLE",
        secretKey: Secret(Array("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".utf8))))
    let address = try BucketAddress(
      parsing: "s3://examplebucket/?endpoint=https://s3.amazonaws.com&style=host")
    var form = request.form(at: address, in: "us-east-1")
    var signer = RequestSigner(credentials, region: "us-east-1")
    signer.sign(&form, at: 1_369_353_600)
    return String(decoding: try #require(form.fields.last).value, as: UTF8.self)
  }

  @Test func `S3's own example of a range comes out`() throws {
    let key = try #require(ObjectKey(Array("test.txt".utf8)))
    #expect(
      try example(.object(key, range: 0..<10, unchanged: .none))
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
        + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func `what is put there is signed with its condition, and not its body`() throws {
    let key = try #require(ObjectKey(Array("a b.tif".utf8)))
    let address = try BucketAddress(parsing: "s3://pyramids/p?endpoint=http://127.0.0.1:1")
    var form = ObjectRequest.put(key, type: .tiff, isFirst: true).form(at: address, in: "r")
    #expect(form.method == .put && form.path.elementsEqual("/pyramids/a%20b.tif".utf8))
    var signer = RequestSigner(
      try #require(Credentials(accessKey: "A", secretKey: Secret(Array("secret".utf8)))),
      region: "r")
    signer.sign(&form, at: 1_369_353_600)
    func value(_ name: String) -> String? {
      form.fields.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
    #expect(value("if-none-match") == "*")
    #expect(value("x-amz-content-sha256") == "UNSIGNED-PAYLOAD")
    #expect(
      value("authorization")?.contains(
        "SignedHeaders=content-type;host;if-none-match;x-amz-content-sha256;x-amz-date,") == true)
    let replacing = ObjectRequest.put(key, type: .tiff, isFirst: false).form(at: address, in: "r")
    #expect(replacing.fields.contains { $0.name == "if-none-match" } == false)
    #expect(ObjectRequest.remove(key).form(at: address, in: "r").method == .delete)
  }

  @Test func `S3's own example of a listing comes out`() throws {
    let credentials = try #require(
      Credentials(
        accessKey: "AKIAIOSFODNN7EXAMPLE",
        secretKey: Secret(Array("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".utf8))))
    var request = WireRequest(
      try origin("https://examplebucket.s3.amazonaws.com"), path: [0x2F],
      query: [("prefix", [0x4A]), ("max-keys", [0x32])])
    var signer = RequestSigner(credentials, region: "us-east-1")
    signer.sign(&request, at: 1_369_353_600)
    let proof = String(decoding: try #require(request.fields.last).value, as: UTF8.self)
    #expect(
      proof.hasSuffix("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
  }

  @Test func `a new day has a new key, and the old day its old one`() throws {
    let credentials = try #require(
      Credentials(accessKey: "A", secretKey: Secret(Array("secret".utf8))))
    let origin = try origin("https://example.org")
    func proof(_ signer: inout RequestSigner, _ seconds: Int64) -> [UInt8] {
      var request = WireRequest(origin, path: [0x2F])
      signer.sign(&request, at: seconds)
      return request.fields.last?.value ?? []
    }
    var one = RequestSigner(credentials, region: "eu-1")
    let first = proof(&one, 86_399)
    let second = proof(&one, 86_400)
    #expect(first != second)
    #expect(proof(&one, 86_399) == first)
    var other = RequestSigner(credentials, region: "eu-1")
    #expect(proof(&other, 86_400) == second)
  }

  @Test func `nothing that prints shows a secret`() throws {
    let marked = "MARKEDSECRET"
    let credentials = try #require(
      Credentials(
        accessKey: "\(marked)K", secretKey: Secret(Array(marked.utf8)),
        sessionToken: Secret(Array("\(marked)T".utf8))))
    var signer = RequestSigner(credentials, region: "eu-1")
    var request = WireRequest(try origin("https://example.org"), path: [0x2F])
    signer.sign(&request, at: 0)
    for shown in [
      "\(credentials)", String(reflecting: credentials), "\(signer)", "\(request)",
      String(reflecting: request), "\([credentials])", "\(credentials.secretKey)",
    ] {
      #expect(!shown.contains(marked))
    }
    var dumped = ""
    dump(credentials, to: &dumped)
    dump(signer, to: &dumped)
    dump(request, to: &dumped)
    #expect(!dumped.contains(marked))
    #expect(!dumped.contains("\(Array(marked.utf8)[0])\n"))
  }

  private func origin(_ text: String) throws -> WebOrigin {
    try #require(WebOrigin.read(Array(text.utf8)[...])).origin
  }
}
