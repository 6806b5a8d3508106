import S3Wire
import Testing

@Suite struct IssuedCredentialsTests {
  private let object = """
    {"RoleArn":"arn:x","AccessKeyId":"KEY","SecretAccessKey":"se/cr+et","Token":"to==ken",
     "Expiration":"2026-11-23T10:00:00Z"}
    """

  private func answer(_ more: String = "<Expiration>2026-11-23T10:00:00Z</Expiration>") -> String {
    """
    <?xml version="1.0"?><AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/">
    <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>KEY</AccessKeyId>
    <SecretAccessKey>se/cr+et</SecretAccessKey><SessionToken>to==ken</SessionToken>\(more)</Credentials>
    <AssumedRoleUser><AccessKeyId>no</AccessKeyId></AssumedRoleUser></AssumeRoleWithWebIdentityResult>
    </AssumeRoleWithWebIdentityResponse>
    """
  }

  @Test func `what is given out is read`() throws {
    let both = [
      try #require(IssuedCredentials(json: Array(object.utf8))),
      try #require(IssuedCredentials(tokenService: Array(answer().utf8))),
    ]
    for one in both {
      #expect(one.credentials.accessKey == "KEY")
      #expect(one.credentials.secretKey.bytes == Array("se/cr+et".utf8))
      #expect(one.credentials.sessionToken?.bytes == Array("to==ken".utf8))
      #expect(one.expires == 1_795_428_000)
      #expect("\(one.credentials)" == "***")
    }
    #expect(try #require(IssuedCredentials(tokenService: Array(answer("").utf8))).expires == nil)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "<a/>", "KEY", #"{"AccessKeyId":"KEY","SecretAccessKey":"s"}"#,
    #"{"AccessKeyId":"K/Y","SecretAccessKey":"s","Token":"t"}"#,
    #"{"AccessKeyId":"KEY","SecretAccessKey":"","Token":"t"}"#,
    #"{"AccessKeyId":"KEY","SecretAccessKey":"s","Token":"t\r\nx: y"}"#,
    #"{"AccessKeyId":"KEY","SecretAccessKey":"s","Token":"t","Expiration":"tomorrow"}"#,
    #"{"AccessKeyId":1,"SecretAccessKey":"s","Token":"t"}"#,
  ])
  func `what are no keys is none`(text: String) {
    #expect(IssuedCredentials(json: Array(text.utf8)) == nil)
    #expect(IssuedCredentials(tokenService: Array(text.utf8)) == nil)
  }

  @Test func `an answer that is cut off is none`() {
    for (text, read) in [
      (object, IssuedCredentials.init(json:)), (answer(), IssuedCredentials.init(tokenService:)),
    ] {
      let bytes = Array(text.utf8)
      for count in 0..<bytes.count { #expect(read(Array(bytes.prefix(count))) == nil) }
    }
    let long = Array(repeating: UInt8(ascii: " "), count: 1 << 20)
    #expect(IssuedCredentials(json: Array(object.utf8) + long) == nil)
    #expect(IssuedCredentials(tokenService: Array(answer().utf8) + long) == nil)
  }
}
