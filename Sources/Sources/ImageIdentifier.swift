import ByteText
package import Posix

/// The name an image has for viewers: its path below the image root, and the page of a document.
///
/// The bytes are those of the file system, decoded already; nothing in them leads out of the root,
/// and nothing hidden has a name.
package struct ImageIdentifier: Hashable, Sendable {
  /// What Linux takes for a path.
  package static let maximumLength = 4095

  /// The components, outermost first; never empty.
  package let components: [FileName]

  /// - Returns: nil for an empty or absolute path, one with empty, dot or hidden components, and
  ///   one longer than file systems take.
  package init?(path bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.maximumLength else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var components: [FileName] = []
    for part in parts {
      guard !part.isHiddenName, let name = FileName(bytes: part) else { return nil }
      components.append(name)
    }
    self.components = components
  }

  private init(components: [FileName]) { self.components = components }

  /// The path below the root.
  package var bytes: [UInt8] {
    Array(components.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
  }

  /// What a page of a document is called.
  ///
  /// - Parameters:
  ///   - document: its path below the root.
  ///   - page: from 1.
  /// - Returns: a path below the root, as ``asPage`` reads it.
  package static func path(_ document: [UInt8], page: Int) -> [UInt8] {
    document + [ASCII.semicolon] + String(page).utf8
  }

  /// What the identifier means when no file has the whole of it for a name: a page of a document.
  ///
  /// The page is written without sign or leading zeros, so that each has one name.
  package var asPage: (document: ImageIdentifier, page: Int)? {
    guard let last = components.last,
      let semicolon = last.bytes.lastIndex(of: ASCII.semicolon),
      let name = FileName(bytes: last.bytes[..<semicolon])
    else { return nil }
    let digits = last.bytes[(semicolon + 1)...]
    guard (1...6).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let page = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (ImageIdentifier(components: components.dropLast() + [name]), page)
  }
}

extension ImageIdentifier: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
