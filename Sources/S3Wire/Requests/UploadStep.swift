import ByteText

/// What is asked of an engine for an object that comes in parts.
package enum UploadStep: Sendable {
  case beginning(ObjectRequest.MediaType)
  /// One part, whose body follows; numbers count from 1.
  case part(Int, of: UploadName)
  /// All parts are there, and the body tells them; with `isFirst`, only where nothing has that name.
  case completion(of: UploadName, isFirst: Bool)
  /// What has come of it goes.
  case end(of: UploadName)

  /// What tells it from a request for the whole object.
  var query: [(String, [UInt8])] {
    switch self {
    case .beginning: [("uploads", [])]
    case .part(let number, let upload):
      [("partNumber", Array(String(number).utf8)), ("uploadId", upload.bytes)]
    case .completion(let upload, _), .end(let upload): [("uploadId", upload.bytes)]
    }
  }

  var method: WireRequest.Method {
    switch self {
    case .beginning, .completion: .post
    case .part: .put
    case .end: .delete
    }
  }

  /// What an engine is told of all parts, in their order.
  ///
  /// - Parameter tags: what it said of each.
  /// - Returns: the body of ``completion(of:isFirst:)``.
  package static func list(of tags: [ObjectTag]) -> [UInt8] {
    var text = Array("<CompleteMultipartUpload>".utf8)
    for (index, tag) in tags.enumerated() {
      text += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>".utf8
      text.append(markup: tag.canonicalText)
      text += "</ETag></Part>".utf8
    }
    return text + "</CompleteMultipartUpload>".utf8
  }
}

/// What an engine calls an object that comes in parts, before it is there.
package struct UploadName: Hashable, Sendable {
  private static let longest = 1024

  package let bytes: [UInt8]

  /// Nil for what is none.
  init?(_ bytes: [UInt8]) {
    guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      return nil
    }
    self.bytes = bytes
  }

  /// - Parameter answer: what an engine says to ``UploadStep/beginning(_:)``, all of its body.
  /// - Throws: what is wrong with it.
  package init(beginning answer: [UInt8]) throws(XMLProblem) {
    var reader = XMLReader(answer)
    guard case .open("InitiateMultipartUploadResult") = try reader.next() else {
      throw XMLProblem(place: 0, reason: "no beginning of an upload")
    }
    var found: UploadName?
    while true {
      let token = try reader.next()
      if token == .end { break }
      if token == .close("UploadId"), reader.openElements.count == 1 {
        found = UploadName(reader.closedText)
      }
    }
    guard let found else { throw XMLProblem(place: 0, reason: "an upload without a name") }
    self = found
  }
}
