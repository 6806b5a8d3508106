import ByteText

/// The character classes of HTTP's grammar.
extension ASCII {
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

  /// Membership in a class given as two words of 64 bits, one bit for each of 128 codes.
  @inline(__always)
  private static func isMember(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
    guard byte < 128 else { return false }
    let word = byte < 64 ? low : high
    return (word >> UInt64(byte & 63)) & 1 == 1
  }
}
