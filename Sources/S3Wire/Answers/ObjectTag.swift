import ByteText

/// What tells one state of an object from another, in the engine's own words.
package enum ObjectTag: Hashable, Sendable {
  /// An ETag with its quotes. What is in it means nothing to us.
  case entity([UInt8])
  /// A weak ETag, which may stand for other bytes as well, and when it was changed: that it is
  /// another one proves that the state is.
  case weak([UInt8], modified: [UInt8]?)
  /// When it was changed, of engines without ETags.
  case date([UInt8])
  /// Nothing is known.
  case none

  private static let longest = 256

  /// What an answer's fields say.
  init(entity: ArraySlice<UInt8>?, modified: ArraySlice<UInt8>?) {
    if let entity, let tag = Self.entity(of: entity) {
      self = tag
      return
    }
    let date = modified.flatMap { (1...Self.longest).contains($0.count) ? Array($0) : nil }
    if let entity, entity.span.starts(with: "W/"),
      case .entity(let tag)? = Self.entity(of: entity.dropFirst(2))
    {
      self = .weak(Array("W/".utf8) + tag, modified: date)
    } else if let date {
      self = .date(date)
    } else {
      self = .none
    }
  }

  /// Nil for what is no ETag.
  ///
  /// - Parameter text: with its quotes, as somebody has written it down.
  package init?(kept text: [UInt8]) {
    guard let tag = Self.entity(of: text[...]), tag == .entity(text) else { return nil }
    self = tag
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

  /// Whether parts that have the same one are of the same bytes, as far as anybody can tell.
  package var joinsParts: Bool {
    switch self {
    case .entity, .weak: true
    // Dates are of whole seconds, and engines that tell nothing prove nothing.
    case .date, .none: false
    }
  }

  /// For names of versions: no two tags have the same text.
  package var canonicalText: [UInt8] {
    switch self {
    case .entity(let bytes): bytes
    case .weak(let bytes, let modified): bytes + (modified.map { [ASCII.space] + $0 } ?? [])
    case .date(let bytes): Array("date ".utf8) + bytes
    case .none: [ASCII.minus]
    }
  }
}
