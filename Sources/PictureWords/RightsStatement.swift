import ByteText

/// Addresses of rights that IIIF takes (Image API 3.0, 5.6): licences of Creative Commons and
/// statements of RightsStatements.org, by the names that these have for machines.
package enum RightsStatement {
  private static let hosts = [
    "creativecommons.org/licenses/", "creativecommons.org/publicdomain/",
    "rightsstatements.org/vocab/", "rightsstatements.org/page/",
  ]

  /// The name of a statement.
  ///
  /// - Parameter address: as people copy it: of a page that explains it, or over TLS.
  /// - Returns: nil for an address of any other kind.
  package static func name(_ address: String) -> String? {
    var rest = address[...]
    for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
    }
    if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
    guard let host = hosts.first(where: { rest.hasPrefix($0) }) else { return nil }
    let parts = rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    // What it is called, its version, and for licences a country.
    let words = parts.prefix { !$0.hasPrefix("deed") && !$0.hasPrefix("legalcode") }
    guard (2...3).contains(words.count),
      words.allSatisfy({ $0.utf8.allSatisfy(isOfNames) })
    else { return nil }
    let place = host == "rightsstatements.org/page/" ? "rightsstatements.org/vocab/" : host
    return "http://\(place)\(words.joined(separator: "/"))/"
  }

  private static func isOfNames(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.minus || byte == ASCII.dot
  }
}
