import ByteText
import Digests
import HTTPWire

/// Signs requests as AWS Signature Version 4 wants it.
///
/// ("Authenticating Requests", Amazon S3 API Reference.) The path is signed as it is sent, which S3 alone of all services does.
///
/// The key of a day is made once and kept.
package struct RequestSigner: Sendable {
  private let credentials: Credentials
  private let region: String
  private let service: String
  private var newest: (day: [UInt8], key: HMAC)?

  /// - Parameters:
  ///   - credentials: who asks.
  ///   - region: whose engine is asked.
  ///   - service: what is asked there.
  package init(_ credentials: Credentials, region: String, service: String = "s3") {
    self.credentials = credentials
    self.region = region
    self.service = service
  }

  /// Adds what proves who asks, and when.
  ///
  /// All fields that are there are signed.
  ///
  /// - Parameters:
  ///   - request: nothing may be changed in it any more.
  ///   - seconds: since 1970; engines refuse what is a quarter of an hour off.
  package mutating func sign(_ request: inout WireRequest, at seconds: Int64) {
    request.add("x-amz-content-sha256", Self.digest(ofBodyOf: request))
    signAsIs(&request, at: seconds)
  }

  /// The same for services that are not told a digest of the body.
  mutating func signAsIs(_ request: inout WireRequest, at seconds: Int64) {
    var moment: [UInt8] = []
    HTTPDate.appendBasicISO8601(seconds, to: &moment)
    request.add("x-amz-date", moment)
    if let token = credentials.sessionToken { request.add("x-amz-security-token", token.bytes) }
    let names = Self.signedNames(request)
    let scope = scope(of: moment)
    var text = Array("AWS4-HMAC-SHA256\n".utf8)
    text += moment
    text.append(ASCII.lineFeed)
    text += scope
    text.append(ASCII.lineFeed)
    text.append(hexadecimal: SHA256.digest(of: Self.canonical(request, names)))
    var value = Array("AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/".utf8)
    value += scope
    value.append(", SignedHeaders=")
    value += names
    value.append(", Signature=")
    value.append(hexadecimal: key(of: moment).code(of: text.span))
    request.add("authorization", value)
  }

  /// What is signed, as an engine puts it together for itself; it shows no secret but the token of a
  /// session.
  static func canonical(_ request: WireRequest, _ names: [UInt8]) -> [UInt8] {
    var text = Array("\(request.method.rawValue)\n".utf8)
    text += request.path
    text.append(ASCII.lineFeed)
    text += request.query
    text.append(ASCII.lineFeed)
    for (name, value) in signedFields(request) {
      text += name.utf8
      text.append(ASCII.colon)
      text += value
      text.append(ASCII.lineFeed)
    }
    text.append(ASCII.lineFeed)
    text += names
    text.append(ASCII.lineFeed)
    text += digest(ofBodyOf: request)
    return text
  }

  /// What is stored is proved by reading it back: to sign it, all of it would be read twice.
  private static func digest(ofBodyOf request: WireRequest) -> [UInt8] {
    switch request.method {
    case .put, .post: Array("UNSIGNED-PAYLOAD".utf8)
    case .get, .delete: emptyDigest
    }
  }

  private static func signedNames(_ request: WireRequest) -> [UInt8] {
    Array(signedFields(request).map { Array($0.name.utf8) }.joined(separator: [ASCII.semicolon]))
  }

  /// By their names; values of one name with commas between them.
  private static func signedFields(_ request: WireRequest) -> [(name: String, value: [UInt8])] {
    var fields = [(name: "host", value: Array(request.origin.authority.utf8))]
    for field in request.fields {
      let value = condensed(field.value)
      if let place = fields.firstIndex(where: { $0.name == field.name }) {
        fields[place].value += [ASCII.comma] + value
      } else {
        fields.append((field.name, value))
      }
    }
    return fields.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Without blanks round it, and with single ones inside.
  private static func condensed(_ value: [UInt8]) -> [UInt8] {
    Array(
      value.split(whereSeparator: ASCII.isBlank).joined(separator: [ASCII.space]))
  }

  private func scope(of moment: [UInt8]) -> [UInt8] {
    Array(moment.prefix(8)) + "/\(region)/\(service)/aws4_request".utf8
  }

  private mutating func key(of moment: [UInt8]) -> HMAC {
    let today = Array(moment.prefix(8))
    if let newest, newest.day == today { return newest.key }
    var bytes = Array("AWS4".utf8) + credentials.secretKey.bytes
    for part in [today, Array(region.utf8), Array(service.utf8), Array("aws4_request".utf8)] {
      bytes = HMAC(key: bytes.span).code(of: part.span)
    }
    let key = HMAC(key: bytes.span)
    newest = (today, key)
    return key
  }

  /// SHA-256 of no bytes at all.
  private static let emptyDigest: [UInt8] = {
    var text: [UInt8] = []
    text.append(hexadecimal: SHA256.digest(of: []))
    return text
  }()
}

extension RequestSigner: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
  fileprivate mutating func append(hexadecimal bytes: [UInt8]) {
    for byte in bytes { append(hexadecimal: UInt64(byte), digits: 2) }
  }
}
