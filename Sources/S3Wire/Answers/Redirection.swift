import ByteText

/// Where an engine of the web may send us: to origins that its administrator has named, and never
/// from https to http.
package struct Redirection: Sendable {
  /// How many in a row are followed.
  package static let longest = 3

  package let allowed: [WebOrigin]

  package init(to allowed: [WebOrigin]) { self.allowed = allowed }

  /// The question for whom we are sent to.
  ///
  /// - Parameters:
  ///   - request: that was answered so.
  ///   - location: in the engine's words.
  /// - Returns: the same question to whom it is to be put. It proves nobody's name: what it had of
  ///   that stays behind.
  /// - Throws: why nobody is asked there.
  package func request(
    after request: WireRequest, to location: [UInt8]
  ) throws(EngineFailure) -> WireRequest {
    guard !allowed.isEmpty else {
      throw .forbidden("it sends us elsewhere, and no 'redirects=' names where to")
    }
    guard let (origin, target) = Self.read(location, from: request.origin) else {
      throw .contradiction("it sends us to what is no address")
    }
    guard origin == request.origin || allowed.contains(origin) else {
      throw .forbidden("'redirects=' does not name \(origin)")
    }
    guard request.origin.scheme == .http || origin.scheme == .https else {
      throw .forbidden("it sends us from https to http")
    }
    let path = target.prefix { $0 != ASCII.questionMark }
    var next = WireRequest(
      origin, path: Array(path), encodedQuery: Array(target.dropFirst(path.count + 1)))
    for field in request.fields where field.name != "authorization" {
      next.add(field.name, field.value)
    }
    return next
  }

  private static func read(
    _ location: [UInt8], from here: WebOrigin
  ) -> (origin: WebOrigin, target: [UInt8])? {
    let text = location.prefix { $0 != ASCII.hash }
    guard text.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    if let (origin, end) = WebOrigin.read(text) {
      let target = Array(text[end...])
      return (origin, target.first == ASCII.slash ? target : [ASCII.slash] + target)
    }
    // Two slashes begin another host's name.
    guard text.first == ASCII.slash, !text.span.starts(with: "//") else { return nil }
    return (here, Array(text))
  }
}
