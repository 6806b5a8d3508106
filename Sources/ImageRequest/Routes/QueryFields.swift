import ByteText
import HTTPWire

/// The `name=value` pairs of a query, decoded.
package struct QueryFields: Sendable {
  package static let limit = 64

  /// Values are bytes: what names files need not be text.
  private var pairs: [(name: String, value: [UInt8])] = []

  /// Parameters that any address may have besides its own: a version, which makes it unique, what
  /// is to come where there is nothing, how long to wait for it, and what to see of it meanwhile.
  private static let besides = ["v", "missing", "wait", "preview"]

  /// What a plus sign in a value stands for.
  package enum PlusSign: Sendable {
    /// Forms and `URLSearchParams` write blanks so.
    case blank
    /// Itself, where only numbers are asked for and people write their signs as they are.
    case sign
  }

  /// Reads a query as it came.
  ///
  /// - Parameters:
  ///   - query: nil where a request has none.
  ///   - plus: what a plus sign in a value stands for.
  /// - Throws: what can't be decoded, or is too much.
  package init(
    _ query: ArraySlice<UInt8>?, plus: PlusSign = .blank
  ) throws(RequestProblem) {
    guard let query else { return }
    for part in query.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < Self.limit else {
        throw .malformed("the query has more than \(Self.limit) parameters")
      }
      let (name, value) = part.split(at: UInt8(ascii: "=")) ?? (part, [])
      var decoded: (name: [UInt8], value: [UInt8]) = ([], [])
      guard decoded.name.append(percentDecoding: name),
        plus == .blank
          ? decoded.value.append(queryValueDecoding: value)
          : decoded.value.append(percentDecoding: value),
        let name = String(validating: decoded.name, as: UTF8.self)
      else {
        throw .malformed(
          "the query holds '\(part.shown)', which is not percent-encoded as it should be")
      }
      pairs.append((name, decoded.value))
    }
  }

  /// The value of a parameter as it came, without reading what stands behind it: for what every
  /// tile's address may have.
  ///
  /// - Parameters:
  ///   - name: the parameter's, in ASCII.
  ///   - query: as it came.
  /// - Returns: that of the first parameter so named, not decoded; nil where there is none.
  package static func raw(
    _ name: StaticString, in query: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    let width = name.utf8CodeUnitCount
    var rest = query
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      let part = rest[rest.startIndex..<end]
      if part.count > width, part[part.startIndex + width] == UInt8(ascii: "="),
        name.withUTF8Buffer({ unsafe part.prefix(width).elementsEqual($0) })
      {
        return part.dropFirst(width + 1)
      }
      guard end < rest.endIndex else { return nil }
      rest = rest[(end + 1)...]
    }
  }

  /// Whether a query says that nothing is to come where there is nothing.
  ///
  /// - Parameter query: as it came.
  /// - Returns: true where its parameter `missing` is `empty`.
  package static func takesEmpty(_ query: ArraySlice<UInt8>) -> Bool {
    raw("missing", in: query)?.elementsEqual("empty".utf8) ?? false
  }

  /// Whether a query asks for what there is to see of an image that is being prepared.
  ///
  /// - Parameter query: as it came.
  /// - Returns: true where one of its parts is `preview=data`.
  package static func takesPreview(_ query: ArraySlice<UInt8>) -> Bool {
    raw("preview", in: query)?.elementsEqual("data".utf8) ?? false
  }

  /// Whether a query asks of a document what is known at once: `sizes=later`.
  ///
  /// - Parameter query: as it came.
  /// - Returns: true where one of its parts is that.
  package static func takesSizesLater(_ query: ArraySlice<UInt8>) -> Bool {
    raw("sizes", in: query)?.elementsEqual("later".utf8) ?? false
  }

  /// The value of a parameter that may be given once, as the bytes it stands for.
  ///
  /// - Parameter name: the parameter's.
  /// - Returns: nil where it is not given.
  /// - Throws: where it is given twice.
  package func bytes(_ name: String) throws(RequestProblem) -> [UInt8]? {
    let found = pairs.filter { $0.name == name }
    guard found.count <= 1 else { throw .malformed("the parameter '\(name)' is given twice") }
    return found.first?.value
  }

  /// The value of a parameter that may be given once and is text.
  ///
  /// - Parameter name: the parameter's.
  /// - Returns: nil where it is not given.
  /// - Throws: where it is given twice, or no text.
  package func value(_ name: String) throws(RequestProblem) -> String? {
    guard let bytes = try bytes(name) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed("the parameter '\(name)' is no UTF-8")
    }
    return text
  }

  /// The same without a parameter.
  package func leavingOut(_ name: String) -> QueryFields {
    var rest = self
    rest.pairs.removeAll { $0.name == name }
    return rest
  }

  /// Refuses parameters that nobody knows: what is misspelt must not go unheard.
  ///
  /// - Parameter known: those that mean something besides what every address may have.
  /// - Throws: the first that is not one of them.
  package func checkNames(_ known: [String]) throws(RequestProblem) {
    for pair in pairs where !known.contains(pair.name) && !Self.besides.contains(pair.name) {
      throw .malformed("there is no parameter '\(Array(pair.name.utf8)[...].shown)'")
    }
  }
}
