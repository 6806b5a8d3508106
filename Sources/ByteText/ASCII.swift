/// Names of the bytes that grammars speak of, and the classes of characters that all of them share.
@usableFromInline
package enum ASCII {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var hash: UInt8 { 0x23 }
  @inlinable package static var percent: UInt8 { 0x25 }
  @inlinable package static var ampersand: UInt8 { 0x26 }
  @inlinable package static var asterisk: UInt8 { 0x2A }
  @inlinable package static var plus: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var minus: UInt8 { 0x2D }
  @inlinable package static var dot: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
  @inlinable package static var zero: UInt8 { 0x30 }
  @inlinable package static var nine: UInt8 { 0x39 }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var semicolon: UInt8 { 0x3B }
  @inlinable package static var lessThan: UInt8 { 0x3C }
  @inlinable package static var equals: UInt8 { 0x3D }
  @inlinable package static var greaterThan: UInt8 { 0x3E }
  @inlinable package static var questionMark: UInt8 { 0x3F }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var underscore: UInt8 { 0x5F }
  @inlinable package static var tilde: UInt8 { 0x7E }
  @inlinable package static var delete: UInt8 { 0x7F }

  @inlinable
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }

  @inlinable
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inlinable
  package static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// RFC 3986's unreserved characters: they mean themselves anywhere in an address.
  @inlinable
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == minus || byte == dot || byte == underscore
      || byte == tilde
  }

  @inlinable
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// The small letter of a capital one; every other byte as it is.
  @inlinable
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
