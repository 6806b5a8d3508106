import ByteText
import S3Wire

/// What a cloud tells a machine of itself, next door to it: the keys of the role that it has there, to
/// who has fetched a token first (instance metadata, version 2; the first version, which any link could
/// be made to ask, is never spoken).
struct InstanceMetadata: Sendable {
  /// What is asked for, one after the other.
  enum Step: Equatable {
    case token
    case role(token: [UInt8])
    case keys(of: [UInt8], token: [UInt8])
  }

  /// How long a token is good for, in seconds: it is used at once.
  private static let lifetime = 60
  private static let longestToken = 1024
  private static let roles = Array("/latest/meta-data/iam/security-credentials/".utf8)

  private let origin: WebOrigin

  /// - Parameter environment: the variables of the process.
  /// - Throws: what is wrong with them, or that they forbid it.
  init(_ environment: [String: String]) throws(CredentialProblem) {
    guard environment["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else {
      throw CredentialProblem(
        "no keys: credentials=instance asks for those of this machine, which"
          + " AWS_EC2_METADATA_DISABLED forbids")
    }
    let usual =
      environment["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"]?.lowercased() == "ipv6"
      ? "http://[fd00:ec2::254]" : "http://169.254.169.254"
    let said = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? ""
    let bytes = Array((said.isEmpty ? usual : said).utf8)
    guard let (origin, end) = WebOrigin.read(bytes[...]),
      bytes[end...].allSatisfy({ $0 == ASCII.slash })
    else { throw CredentialProblem("AWS_EC2_METADATA_SERVICE_ENDPOINT is no address of a host") }
    self.origin = origin
  }

  func request(for step: Step) -> WireRequest {
    switch step {
    case .token:
      var request = WireRequest(origin, path: Array("/latest/api/token".utf8), by: .put)
      request.add(
        "x-aws-ec2-metadata-token-ttl-seconds", Array(String(Self.lifetime).utf8))
      return request
    case .role(let token): return request(path: Self.roles, token)
    case .keys(let role, let token): return request(path: Self.roles + role, token)
    }
  }

  private func request(path: [UInt8], _ token: [UInt8]) -> WireRequest {
    var request = WireRequest(origin, path: path)
    request.add("x-aws-ec2-metadata-token", token)
    return request
  }

  /// - Returns: nil for what is none.
  static func token(_ answer: [UInt8]) -> [UInt8]? {
    guard (1...longestToken).contains(answer.count), answer.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    return answer
  }

  /// - Returns: a name that can be a part of a path; nil for what is none.
  static func role(_ answer: [UInt8]) -> [UInt8]? {
    let line = Array(answer.prefix { $0 != ASCII.lineFeed }[...].trimmed())
    let isName = line.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || "_+=,.@-".utf8.contains($0)
    }
    let isPlace = line.elementsEqual(".".utf8) || line.elementsEqual("..".utf8)
    return (1...128).contains(line.count) && isName && !isPlace ? line : nil
  }
}
