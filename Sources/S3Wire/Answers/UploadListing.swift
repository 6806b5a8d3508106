import ByteText
import HTTPWire

/// What has begun to come into a bucket in parts and is not there yet (the answer of
/// ListMultipartUploads): a page of it.
package struct UploadListing: Sendable {
  package struct Upload: Equatable, Sendable {
    package let key: ObjectKey
    package let name: UploadName
    /// When it began, in seconds since 1970.
    package let begun: Int64
  }

  package private(set) var uploads: [Upload] = []

  static func query(of folder: [UInt8]) -> [(String, [UInt8])] {
    [
      ("uploads", []), ("encoding-type", Array("url".utf8)),
      ("max-uploads", Array(String(ListingPage.longest).utf8)), ("prefix", folder),
    ]
  }

  fileprivate struct Entry {
    var key: [UInt8]?
    var name: UploadName?
    var begun: Int64?
  }

  /// - Parameter answer: all of the body.
  /// - Throws: what is wrong with it.
  package init(_ answer: [UInt8]) throws(XMLProblem) {
    var reader = XMLReader(answer)
    guard case .open("ListMultipartUploadsResult") = try reader.next() else {
      throw XMLProblem(place: 0, reason: "no list of uploads")
    }
    var entries: [Entry] = []
    var entry = Entry()
    var isEncoded = false
    while true {
      let token = try reader.next()
      if token == .end { break }
      guard case .close(let name) = token else { continue }
      switch (reader.openElements.count, reader.openElements.last, name) {
      case (1, _, "Upload"):
        entries.append(entry)
        entry = Entry()
      case (1, _, "EncodingType"): isEncoded = reader.closedText.elementsEqual("url".utf8)
      case (2, "Upload"?, "Key"): entry.key = reader.closedText
      case (2, "Upload"?, "UploadId"): entry.name = UploadName(reader.closedText)
      case (2, "Upload"?, "Initiated"): entry.begun = HTTPDate.parseISO8601(reader.closedText[...])
      case _: continue
      }
      guard entries.count <= ListingPage.longest else {
        throw XMLProblem(place: 0, reason: "more uploads than were asked for")
      }
    }
    uploads = entries.compactMap { Upload($0, isEncoded) }
  }
}

extension UploadListing.Upload {
  /// Nil for what says less than is to be known of it.
  fileprivate init?(_ entry: UploadListing.Entry, _ isEncoded: Bool) {
    guard let text = entry.key, let name = entry.name, let begun = entry.begun else { return nil }
    var bytes: [UInt8] = []
    if isEncoded {
      guard bytes.append(queryValueDecoding: text[...]) else { return nil }
    } else {
      bytes = text
    }
    guard let key = ObjectKey(bytes) else { return nil }
    self.key = key
    self.name = name
    self.begun = begun
  }
}
