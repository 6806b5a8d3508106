import ByteText
import HTTPWire

/// A page of a bucket's names (the answer of ListObjectsV2).
package struct ObjectListing: Equatable, Sendable {
  package struct Object: Equatable, Sendable {
    package let key: ObjectKey
    /// In bytes.
    package let size: Int64
    package let tag: ObjectTag
    /// Seconds since 1970; nil where it isn't told.
    package let modified: Int64?
  }

  /// An engine's page is never longer: 1000 names of 1024 bytes, each written as `%XX`.
  package static let longest = 8 << 20

  package private(set) var objects: [Object] = []
  /// With their slashes.
  package private(set) var folders: [ObjectKey] = []
  /// Names that no key can have, which were left out.
  package private(set) var omitted = 0
  /// Where the next page begins; nil at the end.
  package private(set) var next: ListingPage.Start?

  /// - Parameter answer: all of the body.
  /// - Throws: what is wrong with it.
  package init(_ answer: [UInt8]) throws(XMLProblem) {
    guard answer.count <= Self.longest else {
      throw XMLProblem(place: Self.longest, reason: "more than an engine's page can hold")
    }
    var reader = XMLReader(answer)
    guard case .open("ListBucketResult") = try reader.next() else {
      throw XMLProblem(place: 0, reason: "no listing of a bucket")
    }
    var entry = Entry()
    var isTruncated = false
    var token: [UInt8]?
    while true {
      switch try reader.next() {
      case .end:
        try finish(isTruncated, token)
        return
      case .open: continue
      case .close(let name):
        switch (reader.openElements.count, reader.openElements.last, name) {
        case (1, _, "Contents"):
          add(entry)
          entry = Entry()
        case (1, _, "IsTruncated"): isTruncated = reader.closedText.elementsEqual("true".utf8)
        case (1, _, "NextContinuationToken"): token = reader.closedText
        case (2, "Contents"?, "Key"): entry.key = Self.name(reader.closedText)
        case (2, "Contents"?, "Size"): entry.size = DecimalNumber.exact(reader.closedText.span)
        case (2, "Contents"?, "ETag"): entry.tag = .entity(of: reader.closedText[...])
        case (2, "Contents"?, "LastModified"):
          entry.modified = HTTPDate.parseISO8601(reader.closedText[...])
        case (2, "CommonPrefixes"?, "Prefix"): add(folder: Self.name(reader.closedText))
        // What else engines tell is of no use here.
        case _: continue
        }
        guard objects.count + folders.count + omitted <= 2 * ListingPage.longest else {
          throw XMLProblem(place: 0, reason: "more names than were asked for")
        }
      }
    }
  }

  private struct Entry {
    var key: ObjectKey?
    var size: Int64?
    var tag: ObjectTag?
    var modified: Int64?
  }

  private mutating func add(_ entry: Entry) {
    guard let key = entry.key, let size = entry.size else {
      omitted += 1
      return
    }
    objects.append(
      Object(key: key, size: size, tag: entry.tag ?? .none, modified: entry.modified))
  }

  private mutating func add(folder: ObjectKey?) {
    guard let folder, folder.bytes.last == ASCII.slash else {
      omitted += 1
      return
    }
    folders.append(folder)
  }

  private mutating func finish(_ isTruncated: Bool, _ token: [UInt8]?) throws(XMLProblem) {
    guard isTruncated else { return }
    // A page without names that says it goes on, and says no where, would never end.
    guard let token, !token.isEmpty else {
      throw XMLProblem(place: 0, reason: "a page that goes on, and does not say where,")
    }
    next = .token(token)
  }

  /// Names come as parts of addresses: a plus is a blank, and a real one `%2B`.
  private static func name(_ text: [UInt8]) -> ObjectKey? {
    var bytes: [UInt8] = []
    guard bytes.append(queryValueDecoding: text[...]) else { return nil }
    return ObjectKey(bytes)
  }
}
