/// Who asks, and what proves it.
package struct Credentials: Sendable {
  /// Visible ASCII without a slash, comma or blank: it stands between such.
  package let accessKey: String
  package let secretKey: Secret
  /// Of credentials that end.
  package let sessionToken: Secret?

  /// Nil for what no engine has given to anybody.
  ///
  /// - Parameters:
  ///   - accessKey: 1 to 128 bytes.
  ///   - secretKey: 1 to 256 bytes.
  ///   - sessionToken: at most 8 KiB of visible ASCII; nil where there is none.
  package init?(accessKey: String, secretKey: Secret, sessionToken: Secret? = nil) {
    guard (1...128).contains(accessKey.utf8.count), Self.isVisible(Array(accessKey.utf8)),
      !accessKey.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ",") }),
      (1...256).contains(secretKey.bytes.count), Self.isVisible(secretKey.bytes),
      sessionToken.map({ (1...8192).contains($0.bytes.count) && Self.isVisible($0.bytes) }) ?? true
    else { return nil }
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }

  private static func isVisible(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { 0x21...0x7E ~= $0 } }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
