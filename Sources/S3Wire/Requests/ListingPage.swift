import ByteText

/// Which names of a bucket a listing is to tell (ListObjectsV2).
package struct ListingPage: Sendable {
  /// Where a page begins.
  package enum Start: Equatable, Sendable {
    case beginning
    /// Behind a key, which need not be there any more.
    case after([UInt8])
    /// Where the page before it ended, in the engine's own words.
    case token([UInt8])
  }

  /// As many as engines tell at a time.
  package static let longest = 1000

  /// What all keys begin with: empty, or ending in a slash.
  package let folder: [UInt8]
  package let start: Start
  package let limit: Int
  /// Whether what lies in folders of the folder is told too, and these are not.
  package let isDeep: Bool

  /// - Parameters:
  ///   - folder: empty, or ending in a slash.
  ///   - start: where the page begins.
  ///   - limit: how many names at most; what is beyond 1 to 1000 is brought there.
  ///   - isDeep: whether what lies in folders of the folder is told too.
  package init(
    of folder: [UInt8], from start: Start, limit: Int = longest, isDeep: Bool = false
  ) {
    self.isDeep = isDeep
    self.folder = folder
    self.start = start
    self.limit = min(max(limit, 1), Self.longest)
  }

  /// A place behind everything in a folder, whether or not an engine counts the folder's own name
  /// among what comes after it: no name begins with the last letter there is.
  package static func past(folder: [UInt8]) -> Start { .after(folder + "\u{10FFFF}".utf8) }

  var query: [(String, [UInt8])] {
    var query: [(String, [UInt8])] = [
      ("list-type", [0x32]), ("encoding-type", Array("url".utf8)),
      ("max-keys", Array(String(limit).utf8)),
    ]
    if !isDeep { query.append(("delimiter", [ASCII.slash])) }
    if !folder.isEmpty { query.append(("prefix", folder)) }
    switch start {
    case .beginning: break
    case .after(let key): query.append(("start-after", key))
    case .token(let token): query.append(("continuation-token", token))
    }
    return query
  }
}
