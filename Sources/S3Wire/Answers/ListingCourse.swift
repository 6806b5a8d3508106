/// Whether a listing gets on: engines may tell its pages for ever.
package struct ListingCourse: Sendable {
  /// Of names, one after the other: engines pass over what was deleted, a page at a time.
  private static let mostEmptyPages = 16

  private var tokens: Set<[UInt8]> = []
  private var lastNames: Set<[UInt8]> = []
  private var emptyPages = 0
  /// How many have been told.
  package private(set) var pages = 0

  package init() {}

  /// Takes a page in.
  ///
  /// - Parameter page: the one after those before.
  /// - Returns: where the next one begins; nil at the end.
  /// - Throws: that it goes in circles, or nowhere.
  package mutating func next(after page: ObjectListing) throws(EngineFailure) -> ListingPage.Start?
  {
    pages += 1
    guard let next = page.next else { return nil }
    if case .token(let token) = next, !tokens.insert(token).inserted {
      throw .contradiction("its list goes in circles")
    }
    let last = [page.objects.last?.key.bytes, page.folders.last?.bytes].compactMap(\.self)
    guard !last.isEmpty || page.omitted > 0 else {
      emptyPages += 1
      guard emptyPages <= Self.mostEmptyPages else {
        throw .contradiction("its list goes on and on without a name")
      }
      return next
    }
    emptyPages = 0
    // The last one of a page is no other's.
    let name = last.joined(separator: [0])
    guard last.isEmpty || lastNames.insert(Array(name)).inserted else {
      throw .contradiction("its list tells the same names again")
    }
    return next
  }
}
