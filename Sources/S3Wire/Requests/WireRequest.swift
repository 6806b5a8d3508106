import ByteText

/// A request as it goes out, but for its body.
package struct WireRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  package struct Field: Sendable {
    /// In small letters.
    package let name: String
    package let value: [UInt8]
  }

  package let method: Method
  package let origin: WebOrigin
  /// As it is sent: encoded, beginning with a slash.
  package let path: [UInt8]
  /// As it is sent, in the order in which it is signed; empty where there is none.
  package let query: [UInt8]
  /// All but Host, which the origin says.
  package private(set) var fields: [Field] = []

  package init(
    _ origin: WebOrigin, path: [UInt8], query: [(String, [UInt8])] = [], by method: Method = .get
  ) {
    self.method = method
    self.origin = origin
    self.path = path
    self.query = Self.canonical(query)
  }

  /// - Parameters:
  ///   - origin: who is asked.
  ///   - path: encoded.
  ///   - encodedQuery: as somebody else has written it.
  package init(_ origin: WebOrigin, path: [UInt8], encodedQuery: [UInt8]) {
    method = .get
    self.origin = origin
    self.path = path
    query = encodedQuery
  }

  package mutating func add(_ name: String, _ value: [UInt8]) {
    fields.append(Field(name: name, value: value))
  }

  /// Asks for a part of the whole.
  package mutating func add(range: Range<Int64>) {
    var value = Array("bytes=".utf8)
    value.append(decimal: range.lowerBound)
    value.append(ASCII.minus)
    value.append(decimal: range.upperBound - 1)
    add("range", value)
  }

  /// Asks for no other state than the one that is known.
  package mutating func add(ifMatch tag: ObjectTag) {
    switch tag {
    case .entity(let bytes): add("if-match", bytes)
    case .date(let bytes), .weak(_, modified: let bytes?): add("if-unmodified-since", bytes)
    // No engine compares weak ones here (RFC 9110 13.1.1).
    case .weak(_, modified: nil), .none: break
    }
  }

  /// All of the address.
  package var address: [UInt8] {
    var address = Array(origin.description.utf8) + path
    if !query.isEmpty { address += [ASCII.questionMark] + query }
    return address
  }

  /// Names and values encoded, in the order of their bytes: as a signature wants them.
  ///
  /// - Parameter query: what they are before.
  /// - Returns: what follows the question mark, or is the body of a form.
  package static func canonical(_ query: [(String, [UInt8])]) -> [UInt8] {
    let pairs = query.map { name, value in
      var encodedName: [UInt8] = []
      encodedName.append(percentEncoding: name.utf8)
      var encodedValue: [UInt8] = []
      encodedValue.append(percentEncoding: value)
      return (name: encodedName, value: encodedValue)
    }
    let sorted = pairs.sorted { left, right in
      if left.name != right.name { return left.name.lexicographicallyPrecedes(right.name) }
      return left.value.lexicographicallyPrecedes(right.value)
    }
    return Array(
      sorted.map { $0.name + [ASCII.equals] + $0.value }.joined(separator: [ASCII.ampersand]))
  }
}

extension WireRequest: CustomStringConvertible, CustomReflectable {
  /// Without its query and fields, which may prove who asks.
  package var description: String { "\(origin)\(String(decoding: path, as: UTF8.self))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
