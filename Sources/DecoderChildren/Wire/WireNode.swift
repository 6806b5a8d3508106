/// A value of a message while it is put together: containers are filled in any order.
final class WireNode {
  enum Content {
    case nothing
    case truth(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list
    case fields
  }

  var content = Content.nothing
  /// Of a list, or of fields.
  private var parts: [(name: String, value: WireNode)] = []

  var count: Int { parts.count }

  /// A new last part; items of a list have no name.
  func append(_ name: String = "") -> WireNode {
    let node = WireNode()
    parts.append((name, node))
    return node
  }

  /// Writes the value with all that it holds.
  func write(to bytes: inout [UInt8]) {
    switch content {
    case .nothing: Self.write(.nothing, to: &bytes)
    case .truth(let truth): Self.write(truth ? .yes : .no, to: &bytes)
    case .integer(let value):
      Self.write(.integer, to: &bytes)
      Self.write(UInt64(bitPattern: value), count: 8, to: &bytes)
    case .unsigned(let value):
      Self.write(.unsigned, to: &bytes)
      Self.write(value, count: 8, to: &bytes)
    case .number(let value):
      Self.write(.number, to: &bytes)
      Self.write(value.bitPattern, count: 8, to: &bytes)
    case .text(let text):
      Self.write(.text, to: &bytes)
      Self.write(text, to: &bytes)
    case .list:
      Self.write(.list, to: &bytes)
      Self.write(UInt64(parts.count), count: 4, to: &bytes)
      for part in parts { part.value.write(to: &bytes) }
    case .fields:
      Self.write(.fields, to: &bytes)
      Self.write(UInt64(parts.count), count: 4, to: &bytes)
      for part in parts {
        Self.write(part.name, to: &bytes)
        part.value.write(to: &bytes)
      }
    }
  }

  private static func write(_ kind: WireKind, to bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
  }

  private static func write(_ number: UInt64, count: Int, to bytes: inout [UInt8]) {
    for place in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place)))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    write(UInt64(text.utf8.count), count: 4, to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }
}
