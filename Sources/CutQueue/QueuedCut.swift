/// An image that waits in a queue, as it is put there and taken from it.
package struct QueuedCut: Equatable, Sendable {
  /// The pyramid's name: sixteen letters of a hash.
  package let version: String
  /// Where the source lies: a path without links, or the canonical name of an object.
  package let source: [UInt8]
  package let sourceBytes: Int64
  /// From 1; nil where the file is one image.
  package let page: Int?
  /// How it is cut, in the words of those hosts that can.
  package let recipe: String
  /// Whether a pyramid that is there is written anew.
  package let replaces: Bool

  private static let versionLength = 16
  private static let longestSource = 4096
  private static let mostPages = 1_000_000

  /// - Returns: nil for what no queue of ours would hold: a row is read like a request.
  package init?(
    version: String, source: [UInt8], sourceBytes: Int64, page: Int?, recipe: String,
    replaces: Bool
  ) {
    let letters = version.utf8
    guard letters.count == Self.versionLength,
      letters.allSatisfy({ (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) }),
      (1...Self.longestSource).contains(source.count), !source.contains(0), sourceBytes >= 0,
      page.map({ (1...Self.mostPages).contains($0) }) ?? true
    else { return nil }
    self.version = version
    self.source = source
    self.sourceBytes = sourceBytes
    self.page = page
    self.recipe = recipe
    self.replaces = replaces
  }

  /// Whether the source is what lies at one of some places, or below it.
  ///
  /// - Parameter places: each as sources are named.
  /// - Returns: false for what only begins with the same letters.
  package func lies(below places: [[UInt8]]) -> Bool {
    places.contains { place in
      guard source.starts(with: place) else { return false }
      return source.count == place.count || place.last == UInt8(ascii: "/")
        || source[place.count] == UInt8(ascii: "/")
    }
  }
}

/// The same as somebody has taken it.
package struct TakenCut: Equatable, Sendable {
  package let claim: QueueClaim
  package let cut: QueuedCut
  /// How often it was tried, this time with it.
  package let tries: Int
  /// Whether somebody waits for it, and is told at once what comes of it.
  package let isAsked: Bool

  package init(claim: QueueClaim, cut: QueuedCut, tries: Int, isAsked: Bool) {
    self.claim = claim
    self.cut = cut
    self.tries = tries
    self.isAsked = isAsked
  }
}
