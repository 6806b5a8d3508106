/// What comes next in a message.
enum WireKind: UInt8 {
  case nothing
  case no
  case yes
  /// Eight bytes, the lowest first, as all numbers are.
  case integer
  /// One that is larger than any integer with a sign.
  case unsigned
  case number
  /// Four bytes with its length, and as many of UTF-8.
  case text
  /// Four bytes with their number, and as many values.
  case list
  /// Four bytes with their number, and as many pairs of a name, which is as texts are, and a value.
  case fields
}
