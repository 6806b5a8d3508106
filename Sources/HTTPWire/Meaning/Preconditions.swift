import ByteText

extension Request {
  /// Weighs the request's conditions in the order RFC 9110 13.2.2 sets.
  ///
  /// - Parameters:
  ///   - state: of what would be sent; it is known to exist.
  ///   - now: seconds since 1970.
  /// - Returns: what the conditions ask for.
  package func evaluate(_ state: Validators, now: Int64) -> Precondition {
    if has(.ifMatch) {
      guard matches(.ifMatch, state.tag, weakly: false) else { return .failed }
    } else if let limit = date(of: .ifUnmodifiedSince, now: now), let modified = state.lastModified
    {
      guard modified <= limit else { return .failed }
    }
    let isRead = method == .get || method == .head
    if has(.ifNoneMatch) {
      guard matches(.ifNoneMatch, state.tag, weakly: true) else { return .proceed }
      return isRead ? .notModified : .failed
    }
    if isRead, let limit = date(of: .ifModifiedSince, now: now), let modified = state.lastModified,
      modified <= limit
    {
      return .notModified
    }
    return .proceed
  }

  /// The part of a representation that the request's Range selects.
  ///
  /// Several ranges at once, other units and malformed ones are ignored, as RFC 9110 14.2 allows:
  /// the whole is sent.
  package func selectRange(length: Int64, _ state: Validators, now: Int64) -> RangeSelection {
    guard method == .get, let value = value(of: .range), isRangeCurrent(state, now: now),
      let equals = value.firstIndex(of: ASCII.equals),
      value[..<equals].equalsIgnoringCase("bytes")
    else { return .whole }
    let spec = value[(equals + 1)...].trimmed()
    guard !spec.contains(ASCII.comma), let dash = spec.firstIndex(of: ASCII.minus) else {
      return .whole
    }
    let firstText = spec[..<dash]
    let lastText = spec[(dash + 1)...]
    if firstText.isEmpty {
      guard let suffix = Self.saturatingNumber(lastText) else { return .whole }
      guard suffix > 0, length > 0 else { return .unsatisfiable }
      return .part(first: max(0, length - suffix), last: length - 1)
    }
    guard let first = Self.saturatingNumber(firstText) else { return .whole }
    let last: Int64
    if lastText.isEmpty {
      last = length - 1
    } else {
      guard let given = Self.saturatingNumber(lastText), given >= first else { return .whole }
      last = min(given, length - 1)
    }
    return first < length ? .part(first: first, last: last) : .unsatisfiable
  }

  /// Whether the range is still one of the representation the client has begun to fetch.
  private func isRangeCurrent(_ state: Validators, now: Int64) -> Bool {
    guard let condition = value(of: .ifRange) else { return true }
    var tags = ReceivedTags(condition)
    if let tag = tags.next() { return state.tag.map(tag.isStrongly) ?? false }
    guard let date = HTTPDate.parse(condition, now: now) else { return false }
    return date == state.lastModified
  }

  private func matches(_ field: KnownField, _ tag: EntityTag?, weakly: Bool) -> Bool {
    var found = false
    forEachValue(of: field) { value in
      if value.equals("*") {
        found = true
      } else if let tag {
        for given in ReceivedTags(value) where weakly ? given.isWeakly(tag) : given.isStrongly(tag)
        {
          found = true
          break
        }
      }
      return !found
    }
    return found
  }

  private func date(of field: KnownField, now: Int64) -> Int64? {
    value(of: field).flatMap { HTTPDate.parse($0, now: now) }
  }

  /// Digits as a number; what is too large for it is the largest there is.
  private static func saturatingNumber(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
    return DecimalNumber.exact(digits.span) ?? .max
  }
}
