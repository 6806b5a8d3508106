/// Where images lie that are not in a folder of this machine.
package enum EngineAddress: Hashable, Sendable {
  case bucket(BucketAddress)
  case web(WebAddress)

  /// Whether a text that may be a path is meant to be an address.
  package static func isMeant(by text: some StringProtocol) -> Bool {
    ["s3:", "http:", "https:"].contains { text.hasPrefix($0) }
  }

  /// - Parameter text: all of it.
  /// - Throws: what is wrong with it.
  package init(parsing text: String) throws(AddressProblem) {
    if text.hasPrefix("s3:") {
      self = .bucket(try BucketAddress(parsing: text))
    } else {
      self = .web(try WebAddress(parsing: text))
    }
  }
}

extension EngineAddress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .bucket(let address): address.description
    case .web(let address): address.description
    }
  }
}
