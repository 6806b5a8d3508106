package import FetchRules
package import S3Wire

/// What is wanted of an engine.
package struct FetchWish: Sendable {
  package enum What: Sendable {
    /// An image, or another object, by its name below the prefix or the base.
    case object([UInt8])
    /// A page of a bucket's names.
    case names(ListingPage)
  }

  let what: What
  let expectation: Expectation
  let rules: AttemptRules
  /// Whether it may be asked for a second time while the first is under way, on another connection:
  /// its sink takes the same bytes twice, in pieces of both.
  let isHedged: Bool

  /// An object or a part of it.
  ///
  /// - Parameters:
  ///   - name: below the prefix or the base.
  ///   - expectation: what the answer must be like.
  ///   - rules: how often and how long it is asked for.
  ///   - isHedged: whether its sink takes the same bytes twice, in pieces of both: then it is asked for
  ///     once more where that takes longer than nearly all do.
  package init(
    _ name: [UInt8], _ expectation: Expectation, _ rules: AttemptRules, isHedged: Bool = false
  ) {
    self.isHedged = isHedged
    what = .object(name)
    self.expectation = expectation
    self.rules = rules
  }

  /// A page of names.
  package init(_ page: ListingPage) {
    what = .names(page)
    expectation = Expectation(range: nil, limit: Int64(ObjectListing.longest))
    rules = .listing
    isHedged = false
  }

  /// For errors: nothing that proves who asks stands in it.
  func name(at address: EngineAddress) -> String {
    switch what {
    case .object(let name): "\(address)\(String(decoding: name, as: UTF8.self))"
    case .names(let page):
      "the list of \(address.root)\(String(decoding: page.folder, as: UTF8.self))"
    }
  }
}
