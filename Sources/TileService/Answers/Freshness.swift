import ImageRequest

/// How long clients may keep an answer without asking.
enum Freshness: Int, CaseIterable {
  /// The address has the version: it never means anything else.
  case immutable
  /// The address has no version.
  case limited
  /// The address has another version than the one that is served: to be asked for again.
  case outdated
  /// It is a preview's: the true one has the same address, and will be there soon.
  case passing
  /// It takes the place of a picture that can't be drawn now.
  case brief

  /// What the address's `v` means for an image.
  init(_ query: ArraySlice<UInt8>?, version: [UInt8]) {
    guard let given = query.flatMap({ QueryFields.raw("v", in: $0) }) else {
      self = .limited
      return
    }
    self = given.elementsEqual(version) ? .immutable : .outdated
  }
}
