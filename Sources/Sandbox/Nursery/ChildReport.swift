import Posix

/// What the nursery tells of one child, on the child's control.
enum ChildReport: Equatable {
  /// The child runs, under this number.
  case started(Int32)
  /// There is none: the system would not make one.
  case notStarted(Errno)
  /// The child has ended, with the status that `wait` gave.
  case ended(status: Int32)

  static let length = 5

  var bytes: [UInt8] {
    let (kind, value): (UInt8, Int32) =
      switch self {
      case .started(let number): (1, number)
      case .notStarted(let error): (2, error.rawValue)
      case .ended(let status): (3, status)
      }
    let word = UInt32(bitPattern: value)
    return [kind] + (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }

  /// - Returns: nil for what the nursery does not say.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.length, let kind = bytes.first else { return nil }
    let word = bytes.dropFirst().reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let value = Int32(bitPattern: word)
    switch kind {
    case 1: self = .started(value)
    case 2: self = .notStarted(Errno(rawValue: value))
    case 3: self = .ended(status: value)
    default: return nil
    }
  }
}
