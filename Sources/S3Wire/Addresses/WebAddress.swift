import ByteText

/// Where images lie on the web: `https://host/base/?list=names.txt`.
///
/// An image's name never names a host: it is put behind the base.
package struct WebAddress: Hashable, Sendable {
  package let origin: WebOrigin
  /// As it is sent; begins and ends with a slash.
  package let path: [UInt8]
  /// A text below the base with a name a line: the web has no folders to list.
  package let list: String?
  /// Where else an answer may send us.
  package let redirects: [WebOrigin]
  /// Whether the host may have an address that only its own network reaches.
  package let allowsPrivate: Bool
  /// A file that holds what is sent as `Authorization: Bearer`.
  package let bearerFile: String?
  /// A file of certificates that are trusted besides the system's.
  package let authorityFile: String?

  static let options = ["bearer", "ca", "list", "private", "redirects"]

  /// - Parameter text: all of it.
  /// - Throws: what is wrong with it.
  package init(parsing text: String) throws(AddressProblem) {
    let bytes = Array(text.utf8)
    let (main, query) = try AddressParts.of(bytes)
    guard let (origin, end) = WebOrigin.read(main) else {
      let authority = main.drop { $0 != ASCII.slash }.dropFirst(2).prefix { $0 != ASCII.slash }
      throw AddressProblem(
        bytes,
        authority.contains(0x40)
          ? "it holds a user; a password has no place in an address"
          : "a folder of the web is named as in https://host/base/")
    }
    let options = try AddressOptions(query, of: bytes, known: Self.options)
    self.origin = origin
    path = try Self.path(main[end...], of: bytes)
    list = options["list"]
    redirects = try options.origins("redirects")
    allowsPrivate = try options.flag("private")
    bearerFile = options["bearer"]
    authorityFile = options["ca"]
    guard bearerFile == nil || origin.scheme == .https else {
      throw AddressProblem(bytes, "what 'bearer' holds is sent over https alone")
    }
  }

  /// The address that a name below the base has: each part of it is encoded anew.
  package func target(_ name: some Sequence<UInt8>) -> [UInt8] {
    var target = path
    target.append(percentEncoding: name, keeping: "/")
    return target
  }

  /// A name that is the same for ever: the whole address.
  package func canonicalName(of name: some Sequence<UInt8>) -> [UInt8] {
    Array(origin.description.utf8) + target(name)
  }

  private static func path(
    _ text: ArraySlice<UInt8>, of address: [UInt8]
  ) throws(AddressProblem) -> [UInt8] {
    var path = Array(text)
    if path.last != ASCII.slash { path.append(ASCII.slash) }
    var decoded: [UInt8] = []
    let isPath = path.allSatisfy { $0 > ASCII.space && $0 < ASCII.delete }
    guard isPath, decoded.append(percentDecoding: path[...]) else {
      throw AddressProblem(address, "blanks and letters beyond ASCII are written as in %20")
    }
    for part in decoded.split(separator: ASCII.slash)
    where part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) {
      throw AddressProblem(address, "a base has no '.' and no '..' in it")
    }
    return path
  }
}

extension WebAddress: CustomStringConvertible {
  /// Without its options.
  package var description: String { origin.description + String(decoding: path, as: UTF8.self) }
}
