import FetchRules
import Posix
import S3Wire

/// In whose name an engine is asked, and where a bucket lies.
struct Identity: Sendable {
  /// What somebody has found who has looked for it.
  struct Found: Sendable {
    /// Nil where nothing is signed.
    var signer: RequestSigner?
    /// What a host of the web is sent.
    var bearer: [UInt8]?
    var region = Identity.usualRegion
    /// When they end, in seconds since 1970; nil for what lasts.
    var expires: Int64?
    /// Why there is nothing.
    var problem: CredentialProblem?
  }

  /// Where buckets lie of which nobody says it.
  private static let usualRegion = "us-east-1"

  private enum Keys {
    case unknown
    case notNeeded
    case known(RequestSigner)
    case bearer([UInt8])
    case missing(CredentialProblem)
  }

  private let address: EngineAddress
  private var keys = Keys.unknown
  private var region = usualRegion
  private var isDoubted = false

  init(_ address: EngineAddress, _ chain: CredentialChain) {
    self.address = address
    guard !Self.isProved(address) else { return }
    keys = .notNeeded
    if case .bucket(let bucket) = address {
      region = bucket.region ?? chain.variableRegion ?? Self.usualRegion
    }
  }

  /// Whether who asks proves who it is.
  static func isProved(_ address: EngineAddress) -> Bool {
    switch address {
    case .bucket(let bucket): bucket.keys != .none
    case .web(let web): web.bearerFile != nil
    }
  }

  /// Whether anybody can be asked; until then who wants to waits.
  var isKnown: Bool { if case .unknown = keys { false } else { true } }

  /// Whether somebody should look, for there is nothing, or nothing that is believed.
  var isWanting: Bool {
    switch keys {
    case .unknown, .missing: true
    case .notNeeded: false
    case .known, .bearer: isDoubted
    }
  }

  /// The engine did not believe us.
  mutating func doubt() { isDoubted = true }

  mutating func take(_ found: Found) {
    isDoubted = false
    if let problem = found.problem {
      // Keys that were good for something are kept until better ones are found.
      switch keys {
      case .unknown, .missing: keys = .missing(problem)
      case .notNeeded, .known, .bearer: isDoubted = true
      }
      return
    }
    region = found.region
    if let signer = found.signer { keys = .known(signer) }
    if let bearer = found.bearer { keys = .bearer(bearer) }
  }

  /// Looks for what an address takes.
  ///
  /// - Parameters:
  ///   - address: of an engine.
  ///   - chain: where keys are looked for.
  ///   - asker: asks those who give some out, and waits for them.
  /// - Returns: what was found, or why nothing was.
  static func look(
    for address: EngineAddress, _ chain: CredentialChain, asking asker: KeyAsker
  ) -> Found {
    var found = Found()
    do throws(CredentialProblem) {
      switch address {
      case .bucket(let bucket):
        let keys =
          bucket.keys == .instance
          ? try chain.ofInstance(asking: asker)
          : try chain.find(profile: bucket.profile, asking: asker)
        found.region = bucket.region ?? keys.region ?? Self.usualRegion
        found.signer = RequestSigner(keys.credentials, region: found.region)
        found.expires = keys.expires
      case .web(let web):
        found.bearer = try web.bearerFile.map { file throws(CredentialProblem) in
          try chain.bearer(in: file)
        }
      }
    } catch {
      found.problem = error
    }
    return found
  }

  /// What is sent for a wish.
  ///
  /// - Parameters:
  ///   - wish: what is wanted.
  ///   - wall: in seconds since 1970.
  /// - Returns: a request that proves who asks.
  /// - Throws: why nobody can be asked.
  mutating func request(for wish: FetchWish, wall: Int64) throws(EngineFailure) -> WireRequest {
    switch address {
    case .bucket(let bucket): try request(for: wish, of: bucket, wall: wall)
    case .web(let web): try request(for: wish, of: web)
    }
  }

  private mutating func request(
    for wish: FetchWish, of bucket: BucketAddress, wall: Int64
  ) throws(EngineFailure) -> WireRequest {
    var request = try wish.form(of: bucket, in: region)
    switch keys {
    case .notNeeded: return request
    case .known(var signer):
      signer.sign(&request, at: wall)
      // It has made the key of the day, if that was not there yet.
      keys = .known(signer)
      return request
    case .missing(let problem): throw .keyless("\(problem)")
    case .unknown, .bearer: throw .keyless("no keys have been looked for")
    }
  }

  private func request(for wish: FetchWish, of web: WebAddress) throws(EngineFailure) -> WireRequest
  {
    guard case .object(let name) = wish.what else {
      throw .forbidden("a host of the web is only asked for what it has")
    }
    var request = WireRequest(web.origin, path: web.target(name))
    if let range = wish.expectation.range { request.add(range: range) }
    request.add(ifMatch: wish.expectation.tag)
    if case .missing(let problem) = keys { throw .keyless("\(problem)") }
    if case .bearer(let bearer) = keys {
      request.add("authorization", Array("Bearer ".utf8) + bearer)
    }
    return request
  }
}

extension FetchWish {
  /// What is to be signed and sent for it.
  fileprivate func form(
    of bucket: BucketAddress, in region: String
  ) throws(EngineFailure) -> WireRequest {
    func key(_ name: [UInt8]) throws(EngineFailure) -> ObjectKey {
      guard let key = bucket.key(name) else { throw .absent }
      return key
    }
    let request: ObjectRequest =
      switch what {
      case .object(let name):
        .object(try key(name), range: expectation.range, unchanged: expectation.tag)
      case .names(let page): .list(page)
      case .storing(let name, _, let type, let isFirst):
        .put(try key(name), type: type, isFirst: isFirst)
      case .removal(let name): .remove(try key(name))
      case .upload(let name, let step, _): .upload(try key(name), step)
      case .uploads: .uploads(bucket.prefix)
      }
    return request.form(at: bucket, in: region)
  }
}
