/// A value of a JSON5 text, with the line it begins in.
///
/// Foundation reads JSON5 too, but forgets lines and which of two equal keys came first, and those
/// are what somebody with a slip in a configuration file needs to hear.
package indirect enum JSON5Value: Equatable, Sendable {
  case null
  case truth(Bool)
  /// As it was written.
  case number(String)
  case text(String)
  case list([JSON5Element])
  case object([JSON5Member])

  /// A number as it may be written in JSON5, when it is whole and fits: `5e9` is.
  package static func integer(_ text: String) -> Int? {
    var digits = text[...]
    var isNegative = false
    if let sign = digits.first, sign == "-" || sign == "+" {
      isNegative = sign == "-"
      digits.removeFirst()
    }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    if isHexadecimal { digits.removeFirst(2) }
    guard let first = digits.first, first != "-", first != "+" else { return nil }
    let decimal = isHexadecimal ? nil : DecimalText.whole(digits).flatMap { Int(exactly: $0) }
    let magnitude = isHexadecimal ? Int(digits, radix: 16) : decimal
    return magnitude.map { isNegative ? -$0 : $0 }
  }
}

package struct JSON5Element: Equatable, Sendable {
  package let value: JSON5Value
  package let line: Int
}

package struct JSON5Member: Equatable, Sendable {
  package let key: String
  package let keyLine: Int
  package let value: JSON5Value
  package let line: Int
}

extension JSON5Value: CustomStringConvertible {
  /// As an error message names it: short, whatever was written.
  package var description: String {
    switch self {
    case .null: "null"
    case .truth(let value): "\(value)"
    case .number(let text): text
    case .text(let text): "'\(text.prefix(60))'"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
