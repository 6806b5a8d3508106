import Digests

/// What a page's policy calls a script by that stands in the page itself: `hash-source` of
/// Content Security Policy 3.
enum ScriptDigest {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// - Parameter script: between its tags, byte for byte.
  /// - Returns: its SHA-256 in base64, with quotes.
  static func source(of script: [UInt8]) -> String {
    // One byte more, and all are triples; of the last letter nothing is said then.
    let digest = SHA256.digest(of: script) + [0]
    var text: [UInt8] = []
    for first in stride(from: 0, to: digest.count, by: 3) {
      let bits = digest[first..<first + 3].reduce(0) { $0 << 8 | Int($1) }
      for shift in [18, 12, 6, 0] { text.append(letters[bits >> shift & 63]) }
    }
    text[text.count - 1] = UInt8(ascii: "=")
    return "'sha256-\(String(decoding: text, as: UTF8.self))'"
  }
}
