import ByteText
import HTTPWire
import ImageRequest

extension Request {
  /// Whether a document of an IIIF API is to come as JSON-LD, or as the JSON that it is too.
  ///
  /// - Parameters:
  ///   - version: of the API; the earlier one has JSON-LD only for who asks for it by name.
  ///   - profile: of the JSON-LD, for who asks for that profile alone.
  /// - Returns: false for JSON.
  func prefersLinkedData(_ version: IIIFVersion, profile: StaticString) -> Bool {
    let plain = preference(forType: "application", "json")
    switch version {
    case .three:
      let parameter = Array("profile=\"\(profile)\"".utf8)[...]
      return preference(forType: "application", "ld+json", parameter: parameter) >= plain
    case .two:
      let isNamed = value(of: .accept)?.contains("application/ld+json") == true
      let linked = preference(forType: "application", "ld+json")
      return isNamed && linked > .none && linked >= plain
    }
  }
}
