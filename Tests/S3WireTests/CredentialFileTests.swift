import S3Wire
import Testing

@Suite struct CredentialFileTests {
  private static let file = """
    # comment\r
    [default]
    aws_access_key_id = AKIA1
    aws_secret_access_key=s3cr3t/+=
    [profile scans]
    ; another comment
    region = eu-central-1
    s3 =
      max_concurrent_requests = 20
    [scans]
    AWS_ACCESS_KEY_ID = AKIA2
    aws_secret_access_key = other
    aws_session_token = token==
    [half]
    aws_access_key_id = AKIA3
    [other]
    credential_process = /bin/echo
    """

  private func read(_ profile: String, _ text: String = file) throws -> CredentialFile {
    try CredentialFile(Array(text.utf8), profile: profile)
  }

  @Test func `a profile is read in both its forms`() throws {
    let usual = try read("default")
    #expect(usual.credentials?.accessKey == "AKIA1")
    #expect(usual.credentials?.secretKey.bytes == Array("s3cr3t/+=".utf8))
    #expect(usual.credentials?.sessionToken == nil)
    let scans = try read("scans")
    #expect(scans.credentials?.accessKey == "AKIA2")
    #expect(scans.credentials?.sessionToken?.bytes == Array("token==".utf8))
    #expect(scans.region == "eu-central-1")
  }

  @Test func `what is not there is not there`() throws {
    #expect(try !read("nobody").hasProfile)
    let other = try read("other")
    #expect(other.hasProfile && other.credentials == nil)
  }

  @Test(arguments: [
    ("half", file), ("a", "[a\n"), ("a", "[a]\nnonsense\n"),
    ("a", "[a]\naws_access_key_id = x y\naws_secret_access_key = z\n"),
    ("a", "[a]\naws_access_key_id = x/y\naws_secret_access_key = z\n"),
    ("a", "[a]\naws_access_key_id = x\naws_secret_access_key =\n"),
    ("a", "[a]\nregion = x.y\n"),
  ])
  func `half a pair of keys is none`(profile: String, text: String) {
    #expect(throws: CredentialFile.Problem.self) { try read(profile, text) }
  }

  @Test func `a complaint of a file shows nothing that stands in it`() throws {
    do {
      _ = try read("a", "[a]\naws_access_key_id = MARKED MARKED\naws_secret_access_key = MARKED\n")
      Issue.record("taken")
    } catch {
      #expect(!"\(error)".contains("MARKED"))
      #expect("\(error)".hasPrefix("line 1: "))
    }
  }

  @Test func `a file too large is not read`() {
    #expect(throws: CredentialFile.Problem.self) {
      try CredentialFile(
        [UInt8](repeating: 0x0A, count: CredentialFile.longest + 1), profile: "default")
    }
  }
}
