package import FetchRules
package import S3Wire

/// What is wanted of an engine: bytes that it has, or that it keeps some.
package struct FetchWish: Sendable {
  package enum What: Sendable {
    /// An image, or another object, by its name below the prefix or the base.
    case object([UInt8])
    /// A page of a bucket's names.
    case names(ListingPage)
    /// To put an object there; with `isFirst`, only where none has its name.
    case storing([UInt8], any FetchBody, ObjectRequest.MediaType, isFirst: Bool)
    case removal([UInt8])
    /// One step of putting an object there in parts, and what goes with it.
    case upload([UInt8], UploadStep, any FetchBody)
    /// What has begun to come in parts.
    case uploads
  }

  /// What an engine says of what it has done, at most, in bytes.
  private static let longestReceipt: Int64 = 64 << 10

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

  /// Puts an object there.
  ///
  /// - Parameters:
  ///   - body: all of it.
  ///   - name: below the prefix.
  ///   - type: what it is.
  ///   - isFirst: whether only where none has its name: else it fails as ``EngineFailure/changed``.
  ///   - rules: how often and how long it is tried.
  package init(
    storing body: any FetchBody, as name: [UInt8], _ type: ObjectRequest.MediaType, isFirst: Bool,
    _ rules: AttemptRules
  ) {
    what = .storing(name, body, type, isFirst: isFirst)
    expectation = Expectation(range: nil, limit: Self.longestReceipt)
    self.rules = rules
    isHedged = false
  }

  /// Removes an object, whether or not it is there.
  package init(removing name: [UInt8]) {
    what = .removal(name)
    expectation = Expectation(range: nil, limit: Self.longestReceipt)
    rules = .index
    isHedged = false
  }

  /// One step of putting an object there in parts.
  ///
  /// - Parameters:
  ///   - step: which.
  ///   - name: below the prefix.
  ///   - body: what goes with it; nil for nothing.
  package init(_ step: UploadStep, of name: [UInt8], _ body: (any FetchBody)? = nil) {
    what = .upload(name, step, body ?? MemoryBody([]))
    expectation = Expectation(range: nil, limit: Self.longestReceipt)
    // A second beginning would leave the first: an engine is given time.
    if case .end = step { rules = .index } else { rules = .storing }
    isHedged = false
  }

  /// What has begun to come in parts, below the prefix.
  package static var uploads: FetchWish {
    FetchWish(.uploads, Expectation(range: nil, limit: Int64(ObjectListing.longest)), .listing)
  }

  private init(_ what: What, _ expectation: Expectation, _ rules: AttemptRules) {
    self.what = what
    self.expectation = expectation
    self.rules = rules
    isHedged = false
  }

  var body: (any FetchBody)? {
    switch what {
    case .storing(_, let body, _, _), .upload(_, _, let body): body
    case .object, .names, .removal, .uploads: nil
    }
  }

  /// How long a try may take.
  ///
  /// - Parameter left: in milliseconds; nil where only bytes that stop coming end it.
  /// - Returns: what ends it.
  func times(within left: Int?) -> FetchTimes {
    guard left == nil, body != nil else { return FetchTimes(whole: left) }
    if case .upload(_, .completion, _) = what { return .ofCompletion }
    return .ofStoring
  }

  /// For errors: nothing that proves who asks stands in it.
  func name(at address: EngineAddress) -> String {
    switch what {
    case .object(let name), .storing(let name, _, _, _), .removal(let name),
      .upload(let name, _, _):
      "\(address)\(String(decoding: name, as: UTF8.self))"
    case .names(let page):
      "the list of \(address.root)\(String(decoding: page.folder, as: UTF8.self))"
    case .uploads: "the list of what comes into \(address) in parts"
    }
  }
}
