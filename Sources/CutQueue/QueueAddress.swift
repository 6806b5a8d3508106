/// Where a database of queues is: `postgresql://user@host:port/name?sslmode=require`.
///
/// Its text is for the database's own library alone: it may hold a password. What is shown does not.
package struct QueueAddress: Sendable {
  package enum Problem: Error, Equatable {
    case noAddress, noHost, control
  }

  /// For libpq.
  package let connection: String
  /// Whether a password stands in it.
  package let hasPassword: Bool
  private let shown: String
  private let secrets: [String]

  private static let schemes = ["postgresql://", "postgres://"]
  private static let secretKeys = ["password", "sslpassword"]

  package init(parsing text: String) throws(Problem) {
    guard let scheme = Self.schemes.first(where: { text.hasPrefix($0) }) else {
      throw .noAddress
    }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .control }
    let rest = text.dropFirst(scheme.count)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts.first ?? ""
    let authority = place.prefix { $0 != "/" }
    guard !place.isEmpty else { throw .noHost }
    var secrets: [String] = []
    var shownAuthority = String(authority)
    if let at = authority.lastIndex(of: "@") {
      let user = authority[..<at]
      if let colon = user.firstIndex(of: ":") {
        secrets.append(String(user[user.index(after: colon)...]))
        shownAuthority = "\(user[..<colon]):***\(authority[at...])"
      }
    }
    var shown = scheme + shownAuthority + place.dropFirst(authority.count)
    if parts.count == 2 {
      let options = parts[1].split(separator: "&").map { option -> String in
        let pair = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, Self.secretKeys.contains(pair[0].lowercased()) else {
          return String(option)
        }
        secrets.append(String(pair[1]))
        return "\(pair[0])=***"
      }
      shown += "?" + options.joined(separator: "&")
    }
    connection = text
    hasPassword = secrets.contains { !$0.isEmpty }
    self.shown = shown
    self.secrets = secrets.flatMap { [$0, Self.decoded($0)] }.filter { !$0.isEmpty }
  }

  /// What may be said of the words of somebody who knows the address.
  package func withoutSecrets(_ words: String) -> String {
    secrets.reduce(words) { words, secret in
      Self.replacing(secret, in: words)
    }
  }

  private static func replacing(_ secret: String, in words: String) -> String {
    let (needle, text) = (Array(secret.utf8), Array(words.utf8))
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text.count - index >= needle.count,
        text[index..<index + needle.count].elementsEqual(needle)
      {
        result += Array("***".utf8)
        index += needle.count
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// With its percent signs taken as what they stand for.
  private static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension QueueAddress: CustomStringConvertible {
  package var description: String { shown }
}

extension QueueAddress.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noAddress: "a queue is named as postgresql://user@host/database"
    case .noHost: "the address names neither a host nor a database"
    case .control: "the address has control characters"
    }
  }
}
