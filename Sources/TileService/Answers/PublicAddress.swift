import ByteText
import HTTPWire

/// Scheme, host and prefix that clients see, as an administrator says them: an address to which
/// paths of ours can be added.
package struct PublicAddress: Equatable, Sendable {
  /// Without a slash at the end.
  package let text: String

  /// Why a text is no such address.
  package struct Malformed: Error, Equatable {
    /// To stand behind the text.
    package let reason: String
  }

  /// Reads `https://images.example.org/tiles`, with or without a slash at the end.
  ///
  /// - Throws: what is wrong with it.
  package init(parsing text: String) throws(Malformed) {
    guard let separator = text.firstRange(of: "://"),
      let scheme = Self.schemes.first(where: { $0 == text[..<separator.lowerBound].lowercased() })
    else {
      throw Malformed(
        reason: "does not begin with http:// or https://, as https://images.example.org/tiles does")
    }
    let rest = text[separator.upperBound...]
    guard !rest.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
      throw Malformed(reason: "has a query or a fragment, and addresses are added to its end")
    }
    let authority = rest.prefix { $0 != "/" }
    try Self.check(authority: authority)
    let path = rest.dropFirst(authority.count)
    guard path.isEmpty || BaseAddress.isPath(String(path)) else {
      throw Malformed(
        reason: "has a path that is not of plain parts, without blanks, empty parts, . and ..")
    }
    self.text = "\(scheme)://\(authority)\(path.hasSuffix("/") ? path.dropLast() : path)"
  }

  private static let schemes = ["http", "https"]
  private static let ports: ClosedRange<UInt32> = 1...65_535
  /// As long as a name can be in the domain name system.
  private static let longestHost = 255

  private static func check(authority: Substring) throws(Malformed) {
    let isBracketed = authority.hasPrefix("[")
    let hostEnd =
      isBracketed
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let hostEnd, hostEnd > authority.startIndex else {
      throw Malformed(reason: "names no host")
    }
    let host = authority[..<hostEnd]
    guard isHost(host, isBracketed: isBracketed) else {
      throw Malformed(reason: "names a host '\(host)' that is neither a name nor an address")
    }
    let rest = authority[hostEnd...]
    guard !rest.isEmpty else { return }
    let digits = rest.dropFirst()
    guard rest.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt32(digits), ports.contains(port)
    else {
      throw Malformed(
        reason: "has a port that is no number from \(ports.lowerBound) to \(ports.upperBound)")
    }
  }

  private static func isHost(_ host: Substring, isBracketed: Bool) -> Bool {
    let bytes = Array(host.utf8)
    guard bytes.count <= longestHost, Authority.isValid(bytes.span) else { return false }
    if isBracketed { return true }
    let labels = (host.hasSuffix(".") ? host.dropLast() : host)
      .split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty && label.utf8.allSatisfy { BaseAddress.isWord($0) }
    }
  }
}

extension PublicAddress: CustomStringConvertible {
  package var description: String { text }
}
