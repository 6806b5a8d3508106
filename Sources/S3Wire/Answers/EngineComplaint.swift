import ByteText

/// What an engine says of a request that it did not carry out, in its own words.
package struct EngineComplaint: Equatable, Sendable {
  /// As much of a body as is read for it.
  package static let longest = 64 << 10

  /// Such as `NoSuchKey`; empty where nothing can be made out.
  package private(set) var code = ""
  /// For people.
  ///
  /// Some engines say more, what was to be signed among it: that is never read.
  package private(set) var message = ""
  /// What the engine calls the request.
  package private(set) var requestName = ""

  package init() {}

  /// - Parameter answer: the beginning of a body of any kind.
  package init(_ answer: [UInt8]) {
    var reader = XMLReader(answer)
    var found = EngineComplaint()
    do {
      guard try reader.next() == .open("Error") else { return }
      while true {
        let token = try reader.next()
        if token == .end { break }
        guard case .close(let name) = token, reader.openElements.count == 1 else { continue }
        switch name {
        case "Code": found.code = HarmlessText.of(reader.closedText, limit: 64)
        case "Message": found.message = HarmlessText.of(reader.closedText, limit: 300)
        case "RequestId": found.requestName = HarmlessText.of(reader.closedText, limit: 80)
        case _: continue
        }
      }
    } catch {
      // What is cut off, or of another kind, says as much as could be read of it.
    }
    self = found
  }
}
