/// A place in a message, and what stands there: nothing is read that is not there, and nothing kept of
/// what nobody asks for.
struct WireCursor {
  /// Why a message is none.
  struct Damage: Error {}

  private let bytes: [UInt8]
  private var next = 0

  /// Values inside each other; more than any message has.
  private static let deepest = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { next == bytes.count }

  mutating func kind() throws -> WireKind {
    guard next < bytes.count, let kind = WireKind(rawValue: bytes[next]) else { throw Damage() }
    next += 1
    return kind
  }

  /// Passes a kind that must be this one.
  mutating func pass(_ wanted: WireKind) throws {
    guard try kind() == wanted else { throw Damage() }
  }

  /// The eight bytes of a number.
  mutating func word() throws -> UInt64 { try number(bytes: 8) }

  /// How many values follow, or pairs, or bytes: each of them takes one byte at least.
  mutating func count() throws -> Int {
    let count = Int(try number(bytes: 4))
    guard count <= bytes.count - next else { throw Damage() }
    return count
  }

  /// A text without its kind.
  mutating func text() throws -> String {
    let count = try count()
    defer { next += count }
    guard let text = String(validating: bytes[next..<next + count], as: UTF8.self) else {
      throw Damage()
    }
    return text
  }

  /// Passes a value, whatever it is.
  mutating func skip() throws { try skip(depth: Self.deepest) }

  private mutating func skip(depth: Int) throws {
    guard depth > 0 else { throw Damage() }
    switch try kind() {
    case .nothing, .no, .yes: break
    case .integer, .unsigned, .number: _ = try word()
    case .text: try skipText()
    case .list: for _ in 0..<(try count()) { try skip(depth: depth - 1) }
    case .fields:
      for _ in 0..<(try count()) {
        try skipText()
        try skip(depth: depth - 1)
      }
    }
  }

  private mutating func skipText() throws { next += try count() }

  private mutating func number(bytes count: Int) throws -> UInt64 {
    guard count <= bytes.count - next else { throw Damage() }
    defer { next += count }
    return (0..<count).reduce(0) { $0 | UInt64(bytes[next + $1]) << UInt64(8 * $1) }
  }
}
