import HTTPWire

/// How long clients may keep an answer without asking.
enum Freshness: Int, CaseIterable {
  /// The address has the version: it never means anything else.
  case immutable
  /// The address has no version.
  case limited
  /// The address has another version than the one that is served: to be asked for again.
  case outdated

  /// What the address's `v` means for an image.
  init(_ query: ArraySlice<UInt8>?, version: [UInt8]) {
    guard let given = query.flatMap(Self.version) else {
      self = .limited
      return
    }
    self = given.elementsEqual(version) ? .immutable : .outdated
  }

  /// The value of the query's `v`, as it came.
  private static func version(_ query: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = query
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      if rest.count >= 2, rest[rest.startIndex] == UInt8(ascii: "v"),
        rest[rest.startIndex + 1] == UInt8(ascii: "="), end >= rest.startIndex + 2
      {
        return rest[(rest.startIndex + 2)..<end]
      }
      guard end < rest.endIndex else { return nil }
      rest = rest[(end + 1)...]
    }
  }
}
