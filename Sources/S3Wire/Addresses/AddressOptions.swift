import ByteText

/// What stands behind the question mark of an address: names and values, each name once.
struct AddressOptions {
  private var values: [String: String] = [:]
  private let address: [UInt8]

  /// - Parameters:
  ///   - query: without the question mark; `%` and `+` as forms write them.
  ///   - address: all of it, for errors.
  ///   - known: the names that mean something there.
  /// - Throws: what is wrong with it; a value is never told, for it may be a secret.
  init(
    _ query: ArraySlice<UInt8>, of address: [UInt8], known: [String]
  ) throws(AddressProblem) {
    self.address = address
    for part in query.split(separator: ASCII.ampersand) {
      let name = String(decoding: part.prefix { $0 != ASCII.equals }, as: UTF8.self)
      guard known.contains(name) else {
        throw AddressProblem(
          address,
          "'\(AddressProblem.shown(Array(name.utf8)))' is no option of it; there are "
            + known.joined(separator: ", ") + ", and keys stand in variables or profiles alone")
      }
      var value: [UInt8] = []
      guard value.append(queryValueDecoding: part.dropFirst(name.utf8.count + 1)),
        !value.isEmpty, value.count <= 4096, !value.contains(where: { $0 < ASCII.space }),
        let text = String(validating: value, as: UTF8.self)
      else { throw AddressProblem(address, "the value of '\(name)' is none") }
      guard values.updateValue(text, forKey: name) == nil else {
        throw AddressProblem(address, "'\(name)' stands there twice")
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Whether something is switched on.
  func flag(_ name: String) throws(AddressProblem) -> Bool {
    switch values[name] {
    case nil, "false": return false
    case "true": return true
    default: throw AddressProblem(address, "'\(name)' is true or false")
    }
  }

  /// An origin that is named by itself.
  func origin(_ name: String) throws(AddressProblem) -> WebOrigin? {
    guard let text = values[name] else { return nil }
    return try origin(of: text, name)
  }

  /// Origins with commas between them.
  func origins(_ name: String) throws(AddressProblem) -> [WebOrigin] {
    var origins: [WebOrigin] = []
    for text in (values[name] ?? "").split(separator: ",") {
      origins.append(try origin(of: String(text), name))
    }
    return origins
  }

  private func origin(of text: String, _ name: String) throws(AddressProblem) -> WebOrigin {
    let bytes = Array(text.utf8)
    guard let (origin, end) = WebOrigin.read(bytes[...]),
      bytes[end...].isEmpty || bytes[end...].elementsEqual([ASCII.slash])
    else {
      throw AddressProblem(address, "'\(name)' is an origin such as https://s3.example.org")
    }
    return origin
  }
}
