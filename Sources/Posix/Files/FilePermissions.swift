/// Who may read, write and execute a file, or search a folder: three octal digits.
package struct FilePermissions: RawRepresentable, Equatable, Hashable, Sendable {
  package let rawValue: UInt32

  /// - Returns: nil for more than nine bits.
  package init?(rawValue: UInt32) {
    guard rawValue <= 0o777 else { return nil }
    self.rawValue = rawValue
  }

  private init(bits: UInt32) { rawValue = bits }

  /// `660`: reading and writing for the owner and the group, nothing for others.
  package static let ownerAndGroup = FilePermissions(bits: 0o660)

  /// Reads three octal digits, with or without a zero before them, as `chmod` does.
  ///
  /// - Returns: nil for all else.
  package init?(_ text: String) {
    guard text.utf8.count == 3 || (text.utf8.count == 4 && text.hasPrefix("0")),
      text.utf8.allSatisfy({ (0x30...0x37).contains($0) }), let bits = UInt32(text, radix: 8)
    else { return nil }
    self.init(rawValue: bits)
  }
}

extension FilePermissions: CustomStringConvertible {
  package var description: String {
    let digits = String(rawValue, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
