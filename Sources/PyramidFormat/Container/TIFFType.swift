/// How the values of a field are stored.
enum TIFFType: UInt16, Sendable {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  case directory = 13
  case long8 = 16
  case signedLong8 = 17
  case directory8 = 18

  /// Bytes a value.
  var width: Int64 {
    switch self {
    case .byte, .ascii, .signedByte, .undefined: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .directory: 4
    case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
    }
  }

  /// Whether the values are whole numbers that are never below zero.
  var isWhole: Bool {
    switch self {
    case .byte, .short, .long, .long8, .directory, .directory8, .undefined: true
    case .ascii, .rational, .signedByte, .signedShort, .signedLong, .signedRational, .float,
      .double, .signedLong8:
      false
    }
  }
}
