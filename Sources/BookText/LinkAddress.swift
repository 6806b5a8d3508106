import ByteText

/// An address that a page may lead to: of the web or of a mailbox, and nothing that a browser would run
/// or fetch from where it stands.
package struct LinkAddress: Equatable, Sendable {
  /// Letters, digits and marks that addresses may have; all else is percent-encoded.
  package let text: String

  /// Bytes that one has at most.
  package static let longest = 2000

  private static let schemes = ["http://", "https://", "mailto:"]
  /// What of an address stands for itself; what is encoded already stays as it is.
  private static let kept: StaticString = ":/?#[]@!$&'()*+,;=%"

  /// Reads an address; nil for one that is too long, has control characters, or names no such place.
  ///
  /// - Parameter bytes: as somebody wrote it; one that begins with `www.` is of the web.
  package init?(_ bytes: some Sequence<UInt8>) {
    var written = Array(bytes.prefix(Self.longest + 1))
    while written.last == ASCII.space { written.removeLast() }
    guard written.allSatisfy({ $0 >= ASCII.space && $0 != ASCII.delete }) else { return nil }
    var address: [UInt8] = []
    address.append(
      percentEncoding: written.drop { $0 == ASCII.space }, keeping: Self.kept)
    if Self.begins(address, with: "www.") { address = Array("http://".utf8) + address }
    guard address.count <= Self.longest,
      let scheme = Self.schemes.first(where: { Self.begins(address, with: $0) }),
      address.count > scheme.utf8.count
    else { return nil }
    text = String(decoding: address, as: UTF8.self)
  }

  /// Whether a mail is written there.
  package var isMailbox: Bool { Self.begins(Array(text.utf8), with: "mailto:") }

  private static func begins(_ bytes: [UInt8], with words: String) -> Bool {
    bytes.prefix(words.utf8.count).map(ASCII.lowercased).elementsEqual(words.utf8)
  }
}
