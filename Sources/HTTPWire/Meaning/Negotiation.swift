import ByteText

extension Request {
  /// How much the client's Accept wants a media type (RFC 9110 12.5.1).
  ///
  /// The most specific range that matches decides; without Accept everything is welcome. A range
  /// with parameters matches only what has the same ones.
  ///
  /// - Parameters:
  ///   - type: such as `image`, in small letters.
  ///   - subtype: such as `webp`, in small letters.
  ///   - parameter: the one parameter the type would be sent with, as in `profile="http://..."`.
  /// - Returns: how much it is wanted.
  package func preference(
    forType type: StaticString, _ subtype: StaticString, parameter: ArraySlice<UInt8>? = nil
  ) -> Preference {
    guard has(.accept) else { return .full }
    var best = Preference.none
    var bestRank = -1
    forEachValue(of: .accept) { value in
      for element in ListElements(value) {
        var range = WeightedElement(element)
        guard let rank = range.rank(type, subtype, parameter), rank > bestRank else { continue }
        bestRank = rank
        best = range.weight
      }
      return true
    }
    return best
  }

  /// How much the client's Accept-Encoding wants a content coding, `identity` being welcome unless
  /// ruled out (RFC 9110 12.5.3).
  package func preference(forCoding coding: StaticString) -> Preference {
    var named: Preference?
    var wildcard: Preference?
    forEachValue(of: .acceptEncoding) { value in
      for element in ListElements(value) {
        let candidate = WeightedElement(element)
        if candidate.name.equalsIgnoringCase(coding) {
          named = candidate.weight
        } else if candidate.name.equals("*") {
          wildcard = candidate.weight
        }
      }
      return true
    }
    if let named { return named }
    let isIdentity = coding.utf8CodeUnitCount == 8
    return wildcard ?? (isIdentity ? .full : .none)
  }
}

/// One element of an Accept-like field: a name, its parameters, and how much it is wanted.
private struct WeightedElement {
  let name: ArraySlice<UInt8>
  private(set) var weight = Preference.full
  /// The first parameter before `q`; more than one rules every match out.
  private var parameter: ArraySlice<UInt8>?
  private var hasMoreParameters = false

  init(_ element: ArraySlice<UInt8>) {
    var end = ListElements.endOfElement(element, separator: ASCII.semicolon)
    name = element[element.startIndex..<end].trimmed()
    var rest = element[end...]
    while !rest.isEmpty {
      rest = rest.dropFirst()
      end = ListElements.endOfElement(rest, separator: ASCII.semicolon)
      let part = rest[rest.startIndex..<end].trimmed()
      rest = rest[end...]
      if part.count >= 2, ASCII.lowercased(part[part.startIndex]) == 0x71,
        part[part.startIndex + 1] == ASCII.equals
      {
        weight = Self.weight(part.dropFirst(2))
        // What follows `q` are extensions nobody uses.
        break
      }
      if part.isEmpty { continue }
      if parameter == nil { parameter = part } else { hasMoreParameters = true }
    }
  }

  /// How specifically this range names a type; nil when it does not.
  mutating func rank(
    _ type: StaticString, _ subtype: StaticString, _ offered: ArraySlice<UInt8>?
  ) -> Int? {
    guard let slash = name.firstIndex(of: ASCII.slash), !hasMoreParameters else { return nil }
    let givenType = name[..<slash]
    let givenSubtype = name[(slash + 1)...]
    if givenType.equals("*") {
      return givenSubtype.equals("*") && parameter == nil ? 0 : nil
    }
    guard givenType.equalsIgnoringCase(type) else { return nil }
    if givenSubtype.equals("*") { return parameter == nil ? 1 : nil }
    guard givenSubtype.equalsIgnoringCase(subtype) else { return nil }
    guard let parameter else { return 2 }
    return offered.map { $0.elementsEqual(parameter) } == true ? 3 : nil
  }

  /// `0`, `1` or `0.` with up to three digits; anything else counts as wanted, for a client that
  /// names a thing most likely wants it.
  private static func weight(_ text: ArraySlice<UInt8>) -> Preference {
    guard let first = text.first, first == ASCII.zero || first == ASCII.zero + 1, text.count <= 5
    else { return .full }
    guard first == ASCII.zero else { return .full }
    var thousandths = 0
    var place = 100
    for (offset, byte) in text.dropFirst().enumerated() {
      if offset == 0 {
        guard byte == ASCII.dot else { return .full }
        continue
      }
      guard ASCII.isDigit(byte) else { return .full }
      thousandths += Int(byte - ASCII.zero) * place
      place /= 10
    }
    return Preference(thousandths: thousandths)
  }
}
