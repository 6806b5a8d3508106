import FetchRules
import Posix
import Sources

/// Which pyramids this host has taken in hand, of all hosts that share a bucket.
///
/// Who takes one puts `leases/<first two of version>/<version>/0` there, under the condition that it is
/// not there yet, and renews it. One that nobody has renewed for long is taken over by who first puts
/// the next number there. Times are the engine's.
final class BucketClaims: Sendable {
  /// What taking a pyramid in hand came to.
  enum Taking {
    case mine(BucketClaim)
    case held
    /// Another host has tried not long ago.
    case failed(KnownFailure)
  }

  /// How often that was tried.
  struct Counts: Equatable {
    var mine = 0
    var takenOver = 0
    var elsewhere = 0
    var failedBefore = 0
  }

  struct State {
    var held: [PyramidVersion: Int] = [:]
    var counts = Counts()
    /// Whether the engine keeps conditions; nil before it was asked.
    var hasConditions: Bool?
    /// Objects that ask it.
    var probes: Set<[UInt8]> = []
    var isRunning = false
    var isStopping = false
  }

  let mount: FarMount
  private let rules: LeaseRules
  /// Nobody else's; and what the lease says.
  private let lease: Lease
  let body: [UInt8]
  let report: @Sendable (String) -> Void
  let state = Monitor(State())
  private let threads = ThreadGroup()

  init(_ mount: FarMount, _ rules: LeaseRules, report: @escaping @Sendable (String) -> Void) {
    self.mount = mount
    self.rules = rules
    self.report = report
    let number = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let lease = Lease(holder: number)
    self.lease = lease
    body = lease.json
  }

  var counts: Counts { state.read { $0.counts } }

  /// Takes a pyramid in hand, unless another host has it.
  ///
  /// - Parameter version: its name.
  /// - Returns: a claim, held until it is let go; where the engine knows no conditions everybody gets
  ///   one.
  /// - Throws: why nobody can tell whose it is.
  func take(_ version: PyramidVersion) throws(FileError) -> Taking {
    guard try keepsConditions() else { return .mine(BucketClaim(version, of: nil)) }
    // Who gives one back while we look leaves nothing to be seen: then it is free.
    for _ in 0..<3 {
      if try mount.put(body, as: name(version, 0), replacing: false) { return keep(version, 0) }
      guard let newest = try newest(version),
        let found = try mount.read(name(version, newest))
      else { continue }
      let known = Lease(found.bytes)
      if let failure = known?.failure {
        if let since = found.modified, let now = found.now, now - since <= failure.seconds {
          state.change { $0.counts.failedBefore += 1 }
          return .failed(failure)
        }
        guard try mount.put(body, as: name(version, newest + 1), replacing: false) else { break }
        return keep(version, newest + 1, failures: failure.attempts)
      }
      // The answer to what has put it there may have been lost.
      if known == lease { return keep(version, newest) }
      guard let renewed = found.modified, let now = found.now,
        rules.isOver(renewed: renewed, now: now)
      else { break }
      guard try mount.put(body, as: name(version, newest + 1), replacing: false) else { break }
      state.change { $0.counts.takenOver += 1 }
      return keep(version, newest + 1)
    }
    state.change { $0.counts.elsewhere += 1 }
    return .held
  }

  /// Gives all back, and waits for that: others need not wait until they are over.
  func stop() {
    let (held, probes) = state.change { state in
      defer { state.held = [:] }
      state.isStopping = true
      return (state.held, state.probes)
    }
    threads.join()
    for probe in probes { try? mount.remove(probe) }
    for (version, generation) in held {
      // Where nobody answers they are over after their time.
      for number in 0...generation { try? mount.remove(name(version, number)) }
    }
  }

  fileprivate func giveBack(_ version: PyramidVersion) {
    guard let generation = state.change({ $0.held.removeValue(forKey: version) }) else { return }
    for number in 0...generation { mount.removeLater(name(version, number)) }
  }

  /// Leaves a pyramid in nobody's hand, and says why: other hosts tell that on for a while.
  fileprivate func fail(_ version: PyramidVersion, _ failure: KnownFailure) {
    guard let generation = state.change({ $0.held.removeValue(forKey: version) }) else { return }
    var last = lease
    last.failure = failure
    // Where it can't be told, another host tries once this is over.
    _ = try? mount.put(last.json, as: name(version, generation), replacing: true)
    for number in 0..<generation { mount.removeLater(name(version, number)) }
  }

  private func keep(
    _ version: PyramidVersion, _ generation: Int, failures: Int = 0
  ) -> Taking {
    let isFirst = state.change { state in
      state.held[version] = generation
      state.counts.mine += 1
      defer { state.isRunning = true }
      return !state.isRunning && !state.isStopping
    }
    // Without a thread it ends after its time, and at worst two hosts cut: one publishes.
    if isFirst { try? threads.start("leases", count: 1) { _ in self.renew() } }
    return .mine(BucketClaim(version, of: self, failures: failures))
  }

  private func renew() {
    while true {
      let end = Instant.now + .seconds(Int(rules.renewal))
      let isOver: Void? = state.wait(until: end) { $0.isStopping ? () : nil }
      if isOver != nil { return }
      for (version, generation) in state.read({ $0.held }) {
        mount.putLater(body, as: name(version, generation))
      }
    }
  }

  /// The highest number that is there; nil where there is none by now.
  private func newest(_ version: PyramidVersion) throws(FileError) -> Int? {
    let found = try mount.everything(below: folder(version), limit: 1000)
    return found.compactMap { Int(String(decoding: $0.path, as: UTF8.self)) }.max()
  }

  private func folder(_ version: PyramidVersion) -> [UInt8] {
    Array("leases/\(version.text.prefix(2))/\(version.text)".utf8)
  }

  private func name(_ version: PyramidVersion, _ generation: Int) -> [UInt8] {
    folder(version) + "/\(generation)".utf8
  }
}

/// A pyramid that this host has in hand until this is let go.
final class BucketClaim: Sendable {
  private let version: PyramidVersion
  private let claims: BucketClaims?
  /// How often it has failed in a row before.
  let failures: Int

  init(_ version: PyramidVersion, of claims: BucketClaims?, failures: Int = 0) {
    self.version = version
    self.claims = claims
    self.failures = failures
  }

  /// Says why it can't be cut, and lets it go.
  func fail(_ failure: KnownFailure) { claims?.fail(version, failure) }

  deinit { claims?.giveBack(version) }
}
