import FetchRules
import Posix
import S3Wire

/// In whose name an engine is asked, and where a bucket lies.
///
/// What was found is kept, and looked for
/// anew when the engine does not believe it.
struct Identity: Sendable {
  /// In nanoseconds; who asks in between is told what was found last.
  private static let pause: Int64 = 30_000_000_000
  /// Where buckets lie of which nobody says it.
  private static let usualRegion = "us-east-1"

  private enum Keys {
    case unknown
    case known(RequestSigner)
    case missing(CredentialProblem)
  }

  private let address: EngineAddress
  private var keys = Keys.unknown
  private var region = usualRegion
  private var bearer: [UInt8]?
  private var lookedAt: Int64?
  private var isDoubted = false

  init(_ address: EngineAddress) { self.address = address }

  /// The engine did not believe us.
  mutating func doubt() { isDoubted = true }

  /// What is sent for a wish.
  ///
  /// - Parameters:
  ///   - wish: what is wanted.
  ///   - chain: where keys are looked for.
  ///   - now: in nanoseconds.
  ///   - wall: in seconds since 1970.
  /// - Returns: a request that proves who asks.
  /// - Throws: why nobody can be asked.
  mutating func request(
    for wish: FetchWish, _ chain: CredentialChain, at now: Int64, wall: Int64
  ) throws(EngineFailure) -> WireRequest {
    if lookedAt == nil || (isDoubted && now - (lookedAt ?? 0) >= Self.pause) {
      look(chain)
      lookedAt = now
      isDoubted = false
    }
    switch address {
    case .bucket(let bucket): return try request(for: wish, of: bucket, wall: wall)
    case .web(let web): return try request(for: wish, of: web)
    }
  }

  private mutating func request(
    for wish: FetchWish, of bucket: BucketAddress, wall: Int64
  ) throws(EngineFailure) -> WireRequest {
    var request: WireRequest
    switch wish.what {
    case .object(let name):
      guard let key = bucket.key(name) else { throw .absent }
      request = ObjectRequest.object(
        key, range: wish.expectation.range, unchanged: wish.expectation.tag
      ).form(at: bucket, in: region)
    case .names(let page):
      request = ObjectRequest.list(page).form(at: bucket, in: region)
    case .storing(let name, _, let type, let isFirst):
      guard let key = bucket.key(name) else { throw .absent }
      request = ObjectRequest.put(key, type: type, isFirst: isFirst).form(at: bucket, in: region)
    case .removal(let name):
      guard let key = bucket.key(name) else { throw .absent }
      request = ObjectRequest.remove(key).form(at: bucket, in: region)
    }
    guard bucket.isSigned else { return request }
    switch keys {
    case .known(var signer):
      signer.sign(&request, at: wall)
      // It has made the key of the day, if that was not there yet.
      keys = .known(signer)
      return request
    case .missing(let problem): throw .keyless("\(problem)")
    case .unknown: throw .keyless("no keys have been looked for")
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
    if let bearer { request.add("authorization", Array("Bearer ".utf8) + bearer) }
    return request
  }

  private mutating func look(_ chain: CredentialChain) {
    do throws(CredentialProblem) {
      switch address {
      case .bucket(let bucket):
        region = bucket.region ?? chain.variableRegion ?? Self.usualRegion
        guard bucket.isSigned else { return }
        let found = try chain.find(profile: bucket.profile)
        region = bucket.region ?? found.region ?? Self.usualRegion
        keys = .known(RequestSigner(found.credentials, region: region))
      case .web(let web):
        keys = .unknown
        bearer = try web.bearerFile.map { file throws(CredentialProblem) in
          try chain.bearer(in: file)
        }
      }
    } catch {
      // Keys that were good for something are kept until better ones are found.
      if case .known = keys { return }
      keys = .missing(error)
    }
  }
}
