import ByteText
import HTTPWire

/// Credentials that somebody gives out for a while.
package struct IssuedCredentials: Sendable {
  package let credentials: Credentials
  /// Seconds since 1970; nil for those that last.
  package let expires: Int64?

  /// Of an answer, in bytes.
  package static let longest = 64 << 10

  /// What a container's endpoint answers, an object of JSON; nil for what is none.
  ///
  /// - Parameter answer: all of its body.
  package init?(json answer: [UInt8]) {
    guard answer.count <= Self.longest, let said = JSONValue(answer),
      let key = said["AccessKeyId"]?.text, let secret = said["SecretAccessKey"]?.text,
      let token = said["Token"]?.text
    else { return nil }
    self.init(key, secret, token, said["Expiration"]?.text)
  }

  /// What a token service answers to `AssumeRoleWithWebIdentity`; nil for what is none.
  ///
  /// - Parameter answer: all of its body.
  package init?(tokenService answer: [UInt8]) {
    guard answer.count <= Self.longest else { return nil }
    var found: [String: String] = [:]
    var reader = XMLReader(answer)
    do {
      while true {
        let token = try reader.next()
        if token == .end { break }
        guard case .close(let name) = token, reader.openElements.last == "Credentials" else {
          continue
        }
        found[name] = String(decoding: reader.closedText, as: UTF8.self)
      }
    } catch {
      return nil
    }
    guard let key = found["AccessKeyId"], let secret = found["SecretAccessKey"],
      let token = found["SessionToken"]
    else { return nil }
    self.init(key, secret, token, found["Expiration"])
  }

  private init?(_ key: String, _ secret: String, _ token: String, _ expiration: String?) {
    guard
      let credentials = Credentials(
        accessKey: key, secretKey: Secret(Array(secret.utf8)),
        sessionToken: Secret(Array(token.utf8)))
    else { return nil }
    self.credentials = credentials
    guard let expiration else {
      expires = nil
      return
    }
    guard let moment = HTTPDate.parseISO8601(Array(expiration.utf8)[...]) else { return nil }
    expires = moment
  }
}
