import ByteText

/// Why a text is no address of images.
package struct AddressProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// As much of the text as may be shown.
  package let address: String
  package let reason: String

  init(_ text: some Sequence<UInt8>, _ reason: String) {
    address = Self.shown(Array(text))
    self.reason = reason
  }

  package var description: String { "'\(address)' is no address of images: \(reason)" }

  /// What may be shown of an address: neither who asks nor the options, for people put secrets into
  /// both; and what would do something to a terminal as question marks.
  static func shown(_ text: [UInt8]) -> String {
    let main = text.prefix { $0 != ASCII.questionMark && $0 != ASCII.hash }
    var shown: [UInt8] = []
    var rest = main[...]
    if let start = main.span.firstRange(of: "://") {
      shown += main[..<start.upperBound]
      rest = main[start.upperBound...]
    }
    let authority = rest.prefix { $0 != ASCII.slash }
    if let at = authority.lastIndex(of: 0x40) { rest = rest[(at + 1)...] }
    shown += rest
    for index in shown.indices where shown[index] < ASCII.space || shown[index] == ASCII.delete {
      shown[index] = ASCII.questionMark
    }
    return String(decoding: shown.prefix(400), as: UTF8.self)
  }
}

extension Span<UInt8> {
  /// Where a literal stands first.
  fileprivate func firstRange(of text: StaticString) -> Range<Int>? {
    for start in indices where starts(with: text, at: start) {
      return start..<(start + text.utf8CodeUnitCount)
    }
    return nil
  }
}
