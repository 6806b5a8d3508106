/// Names of the bytes that HTTP's grammar speaks of, and its character classes.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let percent: UInt8 = 0x25
  static let asterisk: UInt8 = 0x2A
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let questionMark: UInt8 = 0x3F
  static let backslash: UInt8 = 0x5C
  static let delete: UInt8 = 0x7F

  /// `tchar` of RFC 9110 5.6.2: letters, digits and ``!#$%&'*+-.^_`|~``.
  @inline(__always)
  static func isToken(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
  }

  /// What a host name may hold (RFC 3986 3.2.2, percent-encoding aside): unreserved characters
  /// and sub-delimiters.
  @inline(__always)
  static func isHostName(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }

  /// Visible ASCII but for `#`.
  ///
  /// A target never carries a fragment. Wider than RFC 3986, because clients do send `^` or `|`
  /// raw; what a path means is for the routes to refuse.
  @inline(__always)
  static func isTarget(_ byte: UInt8) -> Bool {
    byte > space && byte < delete && byte != hash
  }

  /// What a field value may hold: anything but control bytes; a tab is no control byte here.
  @inline(__always)
  static func isFieldValue(_ byte: UInt8) -> Bool {
    byte >= space ? byte != delete : byte == tab
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= nine }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// Membership in a class given as two words of 64 bits, one bit for each of 128 codes.
  @inline(__always)
  private static func isMember(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
    guard byte < 128 else { return false }
    let word = byte < 64 ? low : high
    return (word >> UInt64(byte & 63)) & 1 == 1
  }
}
