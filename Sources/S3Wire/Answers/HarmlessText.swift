import ByteText

/// A stranger's words, fit for logs and terminals.
enum HarmlessText {
  /// - Parameters:
  ///   - bytes: any.
  ///   - limit: how many of them are taken.
  /// - Returns: visible ASCII and blanks; what is neither is a question mark.
  static func of(_ bytes: some Sequence<UInt8>, limit: Int) -> String {
    let kept = bytes.prefix(limit).map { ASCII.space...ASCII.tilde ~= $0 ? $0 : ASCII.questionMark }
    return String(decoding: kept, as: UTF8.self)
  }
}
