import ByteText
import HTTPWire

/// The `name=value` pairs of a query, decoded.
package struct QueryFields: Sendable {
  package static let limit = 64

  package private(set) var pairs: [(name: String, value: String)] = []

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
        let name = String(validating: decoded.name, as: UTF8.self),
        let value = String(validating: decoded.value, as: UTF8.self)
      else {
        throw .malformed("the query holds '\(part.shown)', which is no percent-encoded UTF-8")
      }
      pairs.append((name, value))
    }
  }

  /// The value of a parameter that may be given once.
  package func value(_ name: String) throws(RequestProblem) -> String? {
    let found = pairs.filter { $0.name == name }
    guard found.count <= 1 else { throw .malformed("the parameter '\(name)' is given twice") }
    return found.first?.value
  }

  /// The same without a parameter.
  package func leavingOut(_ name: String) -> QueryFields {
    var rest = self
    rest.pairs.removeAll { $0.name == name }
    return rest
  }

  package func checkNames(_ known: [String]) throws(RequestProblem) {
    for pair in pairs where !known.contains(pair.name) {
      throw .malformed("there is no parameter '\(Array(pair.name.utf8)[...].shown)'")
    }
  }
}
