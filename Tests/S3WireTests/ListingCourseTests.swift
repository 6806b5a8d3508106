import S3Wire
import Testing

@Suite struct ListingCourseTests {
  private func page(_ names: [String], next token: String?) throws -> ObjectListing {
    let entries = names.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined()
    let further = token.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? ""
    return try ObjectListing(
      Array(
        """
        <ListBucketResult><IsTruncated>\(token != nil)</IsTruncated>\(entries)\(further)\
        </ListBucketResult>
        """.utf8))
  }

  @Test func `pages with names of their own go on to the end`() throws {
    var course = ListingCourse()
    for index in 0..<300 {
      let next = try course.next(after: page(["n\(index)"], next: "t\(index)"))
      #expect(next == .token(Array("t\(index)".utf8)))
    }
    #expect(try course.next(after: page(["z"], next: nil)) == nil)
    #expect(course.pages == 301)
  }

  @Test func `a token that was there before leads in circles`() throws {
    var course = ListingCourse()
    _ = try course.next(after: page(["a"], next: "t"))
    let second = try page(["b"], next: "t")
    #expect(throws: EngineFailure.self) { try course.next(after: second) }
  }

  @Test func `the same names again lead nowhere`() throws {
    var course = ListingCourse()
    _ = try course.next(after: page(["a", "b"], next: "t"))
    let second = try page(["a", "b"], next: "u")
    #expect(throws: EngineFailure.self) { try course.next(after: second) }
  }

  @Test func `some pages may be empty, and not all`() throws {
    var course = ListingCourse()
    for index in 0..<16 { _ = try course.next(after: page([], next: "t\(index)")) }
    let last = try page([], next: "u")
    #expect(throws: EngineFailure.self) { try course.next(after: last) }
  }
}
