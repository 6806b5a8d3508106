import ByteText

/// A path cut at its slashes, without allocation or copies: what matters are its first parts and its
/// last.
struct PathParts: ~Copyable {
  /// Deeper paths name no file here.
  static let limit = 64

  private let path: ArraySlice<UInt8>
  /// Where each part begins; one more than there are parts: the last is a slash past the end.
  private var starts = InlineArray<65, UInt32>(repeating: 0)
  private(set) var count = 0
  private let isTooDeep: Bool

  init(_ path: ArraySlice<UInt8>) {
    let rest = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
    self.path = rest
    guard !rest.isEmpty else {
      isTooDeep = false
      return
    }
    count = 1
    var isTooDeep = false
    for (offset, byte) in rest.enumerated() where byte == UInt8(ascii: "/") {
      guard count < Self.limit else {
        isTooDeep = true
        break
      }
      starts[count] = UInt32(truncatingIfNeeded: offset + 1)
      count += 1
    }
    self.isTooDeep = isTooDeep
    starts[count] = UInt32(truncatingIfNeeded: rest.count + 1)
  }

  subscript(part: Int) -> ArraySlice<UInt8> {
    guard part >= 0, part < count else { return [] }
    let start = path.startIndex + Int(starts[part])
    return path[start..<(path.startIndex + Int(starts[part + 1]) - 1)]
  }

  /// Whether a part is a text; no slice is made of it.
  func part(_ index: Int, equals text: StaticString) -> Bool {
    guard index >= 0, index < count else { return false }
    let (start, end) = (Int(starts[index]), Int(starts[index + 1]) - 1)
    return path.span.extracting(start..<end).equals(text)
  }

  func alone(_ route: Route) throws(RequestProblem) -> Route {
    guard count == 1 else { throw .absent("there is nothing at this path") }
    return route
  }

  /// The name that these parts make, with the slashes between them.
  func name(from first: Int, to end: Int) throws(RequestProblem) -> ImageName {
    guard end > first, end <= count else { throw .absent("the path names no image") }
    return try name(from: first, toPart: end - 1, endingAt: self[end - 1].endIndex)
  }

  /// The name that all parts from one on make; a slash behind it means nothing.
  func name(from first: Int) throws(RequestProblem) -> ImageName {
    try name(from: first, to: count > first + 1 && self[count - 1].isEmpty ? count - 1 : count)
  }

  /// The name that ends inside a part.
  func name(
    from first: Int, toPart last: Int, endingAt end: Int
  ) throws(RequestProblem) -> ImageName {
    guard !isTooDeep else {
      throw .absent("the path is deeper than \(Self.limit) folders")
    }
    guard last >= first, self[first].startIndex < end else {
      throw .absent("the path names no image")
    }
    return ImageName(encoded: path[self[first].startIndex..<end])
  }
}

extension ArraySlice<UInt8> {
  /// What stands before and after the first of a byte.
  func split(at byte: UInt8) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>)? {
    guard let index = firstIndex(of: byte) else { return nil }
    return (self[..<index], self[(index + 1)...])
  }

  /// What stands before and after the last dot.
  var nameAndExtension: (name: ArraySlice<UInt8>, extension: ArraySlice<UInt8>)? {
    guard let index = lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return (self[..<index], self[(index + 1)...])
  }

  /// For messages: what strangers wrote may be long.
  var shown: String {
    let text = String(decoding: prefix(60), as: UTF8.self)
    return count <= 60 ? text : text + "..."
  }
}
