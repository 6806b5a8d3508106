import S3Wire
import Testing

@Suite struct AddressTests {
  private func key(_ text: String) throws -> ObjectKey {
    try #require(ObjectKey(Array(text.utf8)))
  }

  private func asked(_ address: String, _ name: String = "a") throws -> String {
    let address = try BucketAddress(parsing: address)
    let key = try #require(address.key(name.utf8))
    let request = ObjectRequest.object(key, range: nil, unchanged: .none)
      .form(at: address, in: address.region ?? "us-east-1")
    return String(decoding: request.address, as: UTF8.self)
  }

  @Test(arguments: [
    ("s3://scans", "https://scans.s3.us-east-1.amazonaws.com/a"),
    ("s3://scans/?region=eu-1", "https://scans.s3.eu-1.amazonaws.com/a"),
    ("s3://scans/masters", "https://scans.s3.us-east-1.amazonaws.com/masters/a"),
    ("s3://scans/masters/", "https://scans.s3.us-east-1.amazonaws.com/masters/a"),
    ("s3://my.scans/", "https://s3.us-east-1.amazonaws.com/my.scans/a"),
    ("s3://scans?style=path", "https://s3.us-east-1.amazonaws.com/scans/a"),
    ("s3://scans/p?endpoint=http://127.0.0.1:8333", "http://127.0.0.1:8333/scans/p/a"),
    (
      "s3://scans/p?endpoint=https://S3.example.org/&style=host",
      "https://scans.s3.example.org/p/a"
    ),
    ("s3://scans/p?endpoint=https://[::1]:443", "https://[::1]/scans/p/a"),
    ("s3://scans/100%25/%3F", "https://scans.s3.us-east-1.amazonaws.com/100%25/%3F/a"),
  ])
  func `buckets are asked where they are`(address: String, expected: String) throws {
    #expect(try asked(address) == expected)
  }

  @Test(arguments: [
    ("a b+c", "a%20b%2Bc"), ("é", "%C3%A9"), ("a//b", "a//b"), ("./a", "./a"),
    ("100%/%2F", "100%25/%252F"), ("(*)'!$&,;:@=~", "%28%2A%29%27%21%24%26%2C%3B%3A%40%3D~"),
    ("\u{5927}", "%E5%A4%A7"),
  ])
  func `keys are encoded byte by byte`(name: String, expected: String) throws {
    #expect(try asked("s3://b-1?endpoint=http://h", name) == "http://h/b-1/\(expected)")
  }

  @Test(arguments: [
    "s3://", "s3:/scans", "s3://Scans", "s3://ab", "s3://a..b", "s3://-ab", "s3://scans?secret=x",
    "s3://key:secret@scans/", "s3://scans?region=", "s3://scans?region=a.b", "s3://scans?style=x",
    "s3://scans?credentials=all", "s3://scans?credentials=none&profile=p", "s3://scans?endpoint=x",
    "s3://scans?endpoint=https://u@h", "s3://scans?endpoint=https://h/path",
    "s3://scans?endpoint=https://h:0", "s3://scans?endpoint=https://h:65536",
    "s3://scans?region=a&region=b", "s3://my.scans?style=host",
    "s3://scans?style=host&endpoint=http://127.0.0.1", "s3://scans?requester-pays=1",
    "s3://scans?part=4", "s3://scans?part=5121", "s3://scans?part=-9", "s3://scans?part=64MB",
    "s3://scans/%zz", "s3://scans/%FF", "s3://scans/a#b", "s3://scans/\u{1}",
    "https://", "https:///a", "https://u:p@h/", "https://h:/", "https://h/a b", "https://h/%2e%2e/",
    "https://h/é", "https://h?list=", "https://h?private=yes", "https://h?redirects=ftp://x",
    "http://h?bearer=/token", "https://h..i/", "https://[::1/", "https://[v1.a]/", "ftp://h/",
  ])
  func `what is no address is refused`(text: String) {
    #expect(throws: AddressProblem.self) { try EngineAddress(parsing: text) }
  }

  @Test(arguments: [
    "s3://KEYMARKED:MARKED@scans/?secret=MARKED", "https://user:MARKED@host/?token=MARKED",
    "s3://scans/?endpoint=MARKED", "https://host/?private=MARKED",
  ])
  func `a refusal shows no secret`(text: String) {
    do {
      _ = try EngineAddress(parsing: text)
      Issue.record("taken")
    } catch {
      #expect(!error.description.contains("MARKED"))
    }
  }

  @Test func `an address is shown without its options`() throws {
    let bucket = try EngineAddress(parsing: "s3://scans/p?profile=mine&region=eu-1")
    #expect(bucket.description == "s3://scans/p/")
    let web = try EngineAddress(parsing: "https://Host:443/a%20b?bearer=/run/token")
    #expect(web.description == "https://host/a%20b/")
  }

  @Test func `a name of the web is put behind the base`() throws {
    let address = try WebAddress(parsing: "http://host:8080/base?list=names.txt&private=true")
    #expect(
      String(decoding: address.target("x y/../@http:".utf8), as: UTF8.self)
        == "/base/x%20y/../%40http%3A")
    #expect(address.list == "names.txt")
    #expect(address.allowsPrivate)
    #expect(
      String(decoding: address.canonicalName(of: "a".utf8), as: UTF8.self)
        == "http://host:8080/base/a")
  }

  @Test func `one object has one name however it is reached`() throws {
    let names = try ["s3://scans/p", "s3://scans/p/?endpoint=http://h&style=path"].map {
      let address = try BucketAddress(parsing: $0)
      return address.canonicalName(of: try #require(address.key("a".utf8)))
    }
    #expect(names[0] == names[1])
    #expect(names[0] == Array("s3://scans/p/a".utf8))
  }

  @Test func `a listing asks for a page of a folder`() throws {
    let address = try BucketAddress(parsing: "s3://scans/p?endpoint=http://h&requester-pays=true")
    func asked(_ start: ListingPage.Start) -> String {
      let form = ObjectRequest.list(ListingPage(of: Array("p/ö/".utf8), from: start, limit: 5))
        .form(at: address, in: "eu-1")
      #expect(form.fields.map(\.name) == ["x-amz-request-payer"])
      return String(decoding: form.address, as: UTF8.self)
    }
    let base = "delimiter=%2F&encoding-type=url&list-type=2&max-keys=5&prefix=p%2F%C3%B6%2F"
    #expect(asked(.beginning) == "http://h/scans/?\(base)")
    #expect(asked(.token(Array("a+/=".utf8))).contains("?continuation-token=a%2B%2F%3D&"))
    #expect(
      asked(ListingPage.past(folder: Array("p/x/".utf8)))
        == "http://h/scans/?\(base)&start-after=p%2Fx%2F%F4%8F%BF%BF")
  }

  @Test(arguments: ["s3://a", "https://a", "http:x"])
  func `an address is not taken for a path`(text: String) {
    #expect(EngineAddress.isMeant(by: text))
    #expect(!EngineAddress.isMeant(by: "/\(text)"))
  }
}
