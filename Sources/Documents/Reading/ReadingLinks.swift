import ByteText
import ImageRequest

/// The addresses of a book's words.
struct ReadingLinks: Sendable {
  private let name: ImageName
  private let base: String

  /// - Parameters:
  ///   - path: of the book, below the root.
  ///   - base: what addresses begin with.
  init(_ path: [UInt8], base: String) {
    name = ImageName(path: path)
    self.base = base
  }

  var outline: String { address(.outline) }
  var words: String { address(.words) }
  var plainText: String { address(.plainText) }
  var alto: String { address(.alto) }
  var search: String { address(.search) }

  func search(_ query: String, from first: Int) -> String {
    search + Self.query([("q", query), ("cursor", String(first))])
  }

  func contentSearch(_ version: SearchVersion) -> String { address(.contentSearch, version) }

  func contentSearch(_ version: SearchVersion, _ query: String, from first: Int) -> String {
    let cursor = first == 0 ? [] : [("cursor", String(first))]
    return contentSearch(version) + Self.query([("q", query)] + cursor)
  }

  func autocomplete(_ version: SearchVersion) -> String { address(.autocomplete, version) }

  func autocomplete(_ version: SearchVersion, _ query: String) -> String {
    autocomplete(version) + Self.query([("q", query)])
  }

  private static func query(_ pairs: [(String, String)]) -> String {
    let parts = pairs.map { name, value in
      var encoded: [UInt8] = []
      encoded.append(percentEncoding: value.utf8, keeping: "")
      return "\(name)=\(String(decoding: encoded, as: UTF8.self))"
    }
    return "?" + parts.joined(separator: "&")
  }

  private func address(_ pattern: RoutePattern, _ version: SearchVersion? = nil) -> String {
    let segment = version.map { "\($0.segment)" } ?? ""
    let path = RouteTable[pattern].path([.id: name.text, .searchVersion: segment])
    // The root has no name: its addresses are a part shorter.
    return base + (name.encoded.isEmpty ? path.replacing("//", with: "/") : path)
  }
}
