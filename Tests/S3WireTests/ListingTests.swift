import S3Wire
import Testing

@Suite struct ListingTests {
  private static let page = """
    <?xml version="1.0" encoding="UTF-8"?>
    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>scans</Name>\
    <Prefix>a/</Prefix><!-- none of ours --><MaxKeys>1000</MaxKeys><IsTruncated>true</IsTruncated>
      <Contents><Key>a/x+y%2Bz%C3%A9.jpg</Key><LastModified>2024-02-29T17:50:30.123Z</LastModified>\
    <ETag>&quot;0f-2&quot;</ETag><Size>434234</Size><Owner><ID>7</ID><Key>no</Key></Owner></Contents>
      <Contents><Key>a/&#65;&#x42;</Key><Size>0</Size><StorageClass/></Contents>
      <CommonPrefixes><Prefix>a/b%2F/</Prefix></CommonPrefixes>
      <NextContinuationToken>t+1/=&amp;</NextContinuationToken>
    </ListBucketResult>
    """

  @Test func `a page is read`() throws {
    let listing = try ObjectListing(Array(Self.page.utf8))
    try #require(listing.objects.count == 2)
    #expect(listing.objects[0].key.description == "a/x y+zé.jpg")
    #expect(listing.objects[0].size == 434_234)
    #expect(listing.objects[0].tag == .entity(Array("\"0f-2\"".utf8)))
    #expect(listing.objects[0].modified == 1_709_229_030)
    #expect(listing.objects[1].key.description == "a/AB")
    #expect(listing.objects[1].tag == .none)
    #expect(listing.objects[1].modified == nil)
    #expect(listing.folders.map(\.description) == ["a/b//"])
    guard case .token(let token) = listing.next else {
      Issue.record("no next page")
      return
    }
    #expect(token == Array("t+1/=&".utf8))
  }

  @Test func `no page that breaks off is read`() {
    let page = Array(Self.page.utf8)
    for count in 0..<page.count {
      #expect(throws: XMLProblem.self) { try ObjectListing(Array(page[..<count])) }
    }
  }

  @Test(arguments: [
    "", " ", "<a/>", "<ListBucketResult>", "<ListBucketResult></Listbucketresult>",
    "<ListBucketResult/><ListBucketResult/>", "x<ListBucketResult/>", "<ListBucketResult/>x",
    "<!DOCTYPE a [<!ENTITY b \"c\">]><ListBucketResult/>",
    "<ListBucketResult><![CDATA[x]]></ListBucketResult>",
    "<ListBucketResult>&b;</ListBucketResult>", "<ListBucketResult>&#x110000;</ListBucketResult>",
    "<ListBucketResult>&#-1;</ListBucketResult>", "<ListBucketResult>& </ListBucketResult>",
    "<ListBucketResult a=\"></ListBucketResult>", "<ListBucketResult a=<b/>></ListBucketResult>",
    "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
    "<ListBucketResult>\(String(repeating: "<a>", count: 20))",
    "<ListBucketResult><\(String(repeating: "a", count: 65))/></ListBucketResult>",
    "<ListBucketResult><a>\(String(repeating: "a", count: 8193))</a></ListBucketResult>",
    "<ListBucketResult>\(String(repeating: "<Contents/>", count: 2001))</ListBucketResult>",
  ])
  func `hostile XML is refused`(text: String) {
    #expect(throws: XMLProblem.self) { try ObjectListing(Array(text.utf8)) }
  }

  @Test func `names that no key can have are left out and counted`() throws {
    let listing = try ObjectListing(
      Array(
        ("<ListBucketResult><Contents><Key>%zz</Key><Size>1</Size></Contents>"
          + "<Contents><Key>%FF</Key><Size>1</Size></Contents>"
          + "<Contents><Key>a</Key><Size>-1</Size></Contents>"
          + "<Contents><Key>a</Key><Size>9223372036854775808</Size></Contents>"
          + "<Contents><Key/><Size>1</Size></Contents>"
          + "<CommonPrefixes><Prefix>noslash</Prefix></CommonPrefixes>"
          + "<Contents><Key>b</Key><Size>2</Size></Contents></ListBucketResult>").utf8))
    #expect(listing.objects.map(\.key.description) == ["b"])
    #expect(listing.omitted == 6)
    #expect(listing.next == nil)
  }

  @Test func `a page larger than any engine's is not looked at`() {
    #expect(throws: XMLProblem.self) {
      try ObjectListing([UInt8](repeating: 0x20, count: ObjectListing.longest + 1))
    }
  }
}
