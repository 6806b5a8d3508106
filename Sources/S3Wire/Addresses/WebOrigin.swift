import ByteText

/// Who is spoken to: a scheme, a host and a port.
package struct WebOrigin: Hashable, Sendable {
  package enum Scheme: String, Sendable {
    case http
    case https

    package var port: UInt16 {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  package let scheme: Scheme
  /// In small letters; an IPv6 address in its brackets.
  package let host: String
  package let port: UInt16

  private init(scheme: Scheme, host: String, port: UInt16) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The host with the port that does not go without saying, as the Host field has it.
  package var authority: String { port == scheme.port ? host : "\(host):\(port)" }

  /// Another host of the same scheme and port: a label more stands in front of its name.
  func below(_ label: String) -> WebOrigin {
    WebOrigin(scheme: scheme, host: "\(label).\(host)", port: port)
  }

  /// A host of https by its own name.
  static func secure(_ host: String) -> WebOrigin {
    WebOrigin(scheme: .https, host: host, port: Scheme.https.port)
  }

  /// Whether the host is an address of its own, which no bucket's name can stand in front of.
  package var isLiteral: Bool {
    host.utf8.first == 0x5B || host.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.dot }
  }

  /// Reads an origin from the beginning of an address.
  ///
  /// - Parameter text: what may follow begins with `/`, `?` or `#`.
  /// - Returns: where it ends; nil for none, and for one with a user part.
  package static func read(_ text: ArraySlice<UInt8>) -> (origin: WebOrigin, end: Int)? {
    var rest = text
    let scheme: Scheme
    if text.span.starts(with: "https://") {
      scheme = .https
      rest = text.dropFirst(8)
    } else if text.span.starts(with: "http://") {
      scheme = .http
      rest = text.dropFirst(7)
    } else {
      return nil
    }
    let authority = rest.prefix {
      $0 != ASCII.slash && $0 != ASCII.questionMark && $0 != ASCII.hash
    }
    let end = authority.endIndex
    let host = authority.first == 0x5B ? bracketed(authority) : name(authority)
    guard let host, host.count <= 255 else { return nil }
    var port = scheme.port
    let behind = authority[host.endIndex...]
    if !behind.isEmpty {
      let digits = behind.dropFirst()
      guard behind.first == ASCII.colon, digits.count <= 5,
        let number = DecimalNumber.exact(digits.span), (1...65_535).contains(number)
      else { return nil }
      port = UInt16(number)
    }
    let letters = String(decoding: host.map(ASCII.lowercased), as: UTF8.self)
    return (WebOrigin(scheme: scheme, host: letters, port: port), end)
  }

  /// Labels of letters, digits, dashes and underscores with single dots between them.
  private static func name(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = authority.prefix { $0 != ASCII.colon }
    let labels = name.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.count)
        && label.allSatisfy {
          ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.minus || $0 == ASCII.underscore
        }
    }
    return isName ? name : nil
  }

  private static func bracketed(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let close = authority.firstIndex(of: 0x5D) else { return nil }
    let inside = authority[(authority.startIndex + 1)..<close]
    let colons = inside.count { $0 == ASCII.colon }
    guard (2...7).contains(colons), inside.count <= 45,
      inside.allSatisfy({ ASCII.hexValue($0) != nil || $0 == ASCII.colon || $0 == ASCII.dot })
    else { return nil }
    return authority[...close]
  }
}

extension WebOrigin: CustomStringConvertible {
  package var description: String { "\(scheme.rawValue)://\(authority)" }
}
