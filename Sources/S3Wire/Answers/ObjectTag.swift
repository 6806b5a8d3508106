import ByteText

/// What tells one state of an object from another, in the engine's own words.
package enum ObjectTag: Hashable, Sendable {
  /// An ETag with its quotes. What is in it means nothing to us.
  case entity([UInt8])
  /// When it was changed, of engines without ETags.
  case date([UInt8])
  /// Nothing is known.
  case none

  private static let longest = 256

  /// What an answer's fields say; a weak tag is none, for it stands for other bytes as well.
  init(entity: ArraySlice<UInt8>?, modified: ArraySlice<UInt8>?) {
    if let entity, let tag = Self.entity(of: entity) {
      self = tag
    } else if let modified, (1...Self.longest).contains(modified.count) {
      self = .date(Array(modified))
    } else {
      self = .none
    }
  }

  /// - Parameter text: as a field or a listing has it; some engines leave off the quotes.
  /// - Returns: nil for a weak one and for what is none.
  static func entity(of text: ArraySlice<UInt8>) -> ObjectTag? {
    var inside = text
    if text.count >= 2, text.first == ASCII.quote, text.last == ASCII.quote {
      inside = text.dropFirst().dropLast()
    }
    guard (1...longest).contains(inside.count), !text.span.starts(with: "W/"),
      inside.allSatisfy({ 0x21...0x7E ~= $0 && $0 != ASCII.quote })
    else { return nil }
    return .entity([ASCII.quote] + inside + [ASCII.quote])
  }

  /// For names of versions: no two tags have the same text.
  package var canonicalText: [UInt8] {
    switch self {
    case .entity(let bytes): bytes
    case .date(let bytes): Array("date ".utf8) + bytes
    case .none: [ASCII.minus]
    }
  }
}
