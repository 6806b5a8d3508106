import ByteText
import FetchRules
import Posix
import S3Wire

/// Somebody who gives out keys over the network, and how they are asked.
struct KeyIssuer: Sendable {
  enum Kind: Sendable {
    /// A token service, for who shows a token of a cluster.
    case tokenService
    /// Who stands beside a container.
    case container
  }

  let kind: Kind
  /// For errors: nothing that proves who asks stands in it.
  let title: String
  let request: WireRequest
  let body: [UInt8]?
  let rules: ConnectionRules

  /// A token is a text of that many bytes at most (the token service's own limit).
  private static let longestToken = 20_000
  private static let relayHost = "http://169.254.170.2"

  /// What variables say of a web identity: a file with a token, and a role.
  ///
  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - read: the contents of a file; nil where there is none.
  /// - Returns: nil where they say nothing of it.
  /// - Throws: what is wrong with what they say.
  static func webIdentity(
    _ environment: [String: String], read: (String) throws(CredentialProblem) -> [UInt8]?
  ) throws(CredentialProblem) -> KeyIssuer? {
    guard let path = environment["AWS_WEB_IDENTITY_TOKEN_FILE"], !path.isEmpty,
      let role = environment["AWS_ROLE_ARN"], !role.isEmpty
    else { return nil }
    guard let token = token(try read(path)) else {
      throw CredentialProblem("AWS_WEB_IDENTITY_TOKEN_FILE: \(path) does not hold a token")
    }
    guard (20...2048).contains(role.utf8.count), isVisible(Array(role.utf8)) else {
      throw CredentialProblem("AWS_ROLE_ARN is no role's name")
    }
    let session = environment["AWS_ROLE_SESSION_NAME"] ?? "pyramidion"
    let isName = session.utf8.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || "_+=,.@-".utf8.contains($0)
    }
    guard (2...64).contains(session.utf8.count), isName else {
      throw CredentialProblem("AWS_ROLE_SESSION_NAME is no session's name")
    }
    let origin = try tokenService(environment)
    var request = WireRequest(origin, path: [ASCII.slash], by: .post)
    request.add("content-type", Array("application/x-www-form-urlencoded".utf8))
    request.add("accept", Array("application/xml".utf8))
    let form = WireRequest.canonical([
      ("Action", Array("AssumeRoleWithWebIdentity".utf8)), ("Version", Array("2011-06-15".utf8)),
      ("RoleArn", Array(role.utf8)), ("RoleSessionName", Array(session.utf8)),
      ("WebIdentityToken", token),
    ])
    return KeyIssuer(
      kind: .tokenService, title: "the token service \(origin)", request: request, body: form,
      rules: .engine)
  }

  private static func tokenService(
    _ environment: [String: String]
  ) throws(CredentialProblem) -> WebOrigin {
    let region = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"]
    var address = "https://sts.amazonaws.com"
    if let region, BucketAddress.isRegion(region) {
      address = "https://sts.\(region).amazonaws.com"
    }
    address = environment["AWS_ENDPOINT_URL_STS"] ?? address
    let bytes = Array(address.utf8)
    guard let (origin, end) = WebOrigin.read(bytes[...]),
      bytes[end...].allSatisfy({ $0 == ASCII.slash })
    else { throw CredentialProblem("AWS_ENDPOINT_URL_STS is no address of a host") }
    return origin
  }

  /// What variables say of who stands beside a container.
  ///
  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - read: the contents of a file; nil where there is none.
  /// - Returns: nil where they say nothing of it.
  /// - Throws: what is wrong with what they say.
  static func container(
    _ environment: [String: String], read: (String) throws(CredentialProblem) -> [UInt8]?
  ) throws(CredentialProblem) -> KeyIssuer? {
    let address: String
    if let path = environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"], !path.isEmpty {
      guard path.hasPrefix("/") else {
        throw CredentialProblem(
          "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI does not begin with a slash")
      }
      address = relayHost + path
    } else if let full = environment["AWS_CONTAINER_CREDENTIALS_FULL_URI"], !full.isEmpty {
      address = full
    } else {
      return nil
    }
    let bytes = Array(address.utf8)
    guard let (origin, end) = WebOrigin.read(bytes[...]), isVisible(bytes), bytes.count <= 2048,
      !bytes.contains(ASCII.hash)
    else {
      throw CredentialProblem("AWS_CONTAINER_CREDENTIALS_FULL_URI is no address")
    }
    let rest = bytes[end...]
    let path = Array(rest.prefix { $0 != ASCII.questionMark })
    let query = Array(rest.dropFirst(path.count + 1))
    var request = WireRequest(
      origin, path: path.isEmpty ? [ASCII.slash] : path, encodedQuery: query)
    request.add("accept", Array("application/json".utf8))
    if let token = try containerToken(environment, read) { request.add("authorization", token) }
    // Who listens in on a plain connection would have the keys: it leads nowhere but next door.
    return KeyIssuer(
      kind: .container, title: "the container's endpoint \(origin)", request: request, body: nil,
      rules: origin.scheme == .https ? .engine : .container)
  }

  private static func containerToken(
    _ environment: [String: String], _ read: (String) throws(CredentialProblem) -> [UInt8]?
  ) throws(CredentialProblem) -> [UInt8]? {
    if let path = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"], !path.isEmpty {
      guard let token = token(try read(path)) else {
        throw CredentialProblem(
          "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: \(path) does not hold a token")
      }
      return token
    }
    guard let text = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"], !text.isEmpty else {
      return nil
    }
    guard let token = token(Array(text.utf8)) else {
      throw CredentialProblem("AWS_CONTAINER_AUTHORIZATION_TOKEN is no token")
    }
    return token
  }

  /// One line that can stand in a field.
  private static func token(_ text: [UInt8]?) -> [UInt8]? {
    guard let text else { return nil }
    let line = text.prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
    let token = Array(line.trimmed())
    guard text.dropFirst(line.count).allSatisfy({ $0 < 0x20 }),
      (1...longestToken).contains(token.count), token.allSatisfy({ 0x20...0x7E ~= $0 })
    else { return nil }
    return token
  }

  private static func isVisible(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { 0x21...0x7E ~= $0 }
  }
}
