import FetchRules
import Posix
import S3Wire

/// Asks who gives out keys, and waits for that.
final class KeyAsker: Sendable {
  private struct State {
    var loop: FetchLoop?
    var isStopping = false
  }

  /// For one try, in milliseconds, and how many there are.
  private static let longest = 5000
  private static let tries = 3
  private static let pause = Duration.milliseconds(300)

  private let state = Monitor(State())

  /// Whoever is asked now is not waited for any more.
  func stop() {
    state.change { $0.isStopping = true }
    end()
  }

  /// Ends the thread that asks, once.
  private func end() {
    let loop = state.change { state in
      defer { state.loop = nil }
      return state.loop
    }
    loop?.stop()
  }

  /// - Returns: the keys that were given out.
  /// - Throws: why there were none.
  func ask(_ issuer: KeyIssuer) throws(CredentialProblem) -> IssuedCredentials {
    let loop: FetchLoop
    do throws(FetchingUnavailable) {
      loop = try FetchLoop(connections: 1)
    } catch {
      throw CredentialProblem("no keys: \(error)")
    }
    state.change { $0.loop = loop }
    defer { end() }
    let answer: [UInt8]
    do throws(EngineFailure) {
      answer = try firstAnswer(of: issuer, loop)
    } catch {
      throw CredentialProblem("no keys: \(issuer.title): \(error)")
    }
    let issued =
      switch issuer.kind {
      case .tokenService: IssuedCredentials(tokenService: answer)
      case .container: IssuedCredentials(json: answer)
      }
    // What it says instead is nobody's business: keys may stand in it.
    guard let issued else {
      throw CredentialProblem("no keys: what \(issuer.title) answers are none")
    }
    return issued
  }

  private func firstAnswer(
    of issuer: KeyIssuer, _ loop: FetchLoop
  ) throws(EngineFailure) -> [UInt8] {
    var left = Self.tries
    while true {
      do throws(EngineFailure) {
        return try answer(of: issuer, loop)
      } catch {
        left -= 1
        guard error.mayPass, left > 0 else { throw error }
        let isOver: Void? = state.wait(until: .now + Self.pause) { $0.isStopping ? () : nil }
        if isOver != nil { throw Engine.leaving }
      }
    }
  }

  private func answer(of issuer: KeyIssuer, _ loop: FetchLoop) throws(EngineFailure) -> [UInt8] {
    let sink = MemorySink()
    let end = Monitor<FetchEnd?>(nil)
    let attempt = FetchTry(
      request: issuer.request, body: issuer.body.map { MemoryBody($0) },
      expectation: Expectation(range: nil, limit: Int64(IssuedCredentials.longest)),
      times: FetchTimes(whole: Self.longest), isFresh: false, authorityFile: nil,
      rules: issuer.rules, sink: sink
    ) { outcome, _ in
      end.change { $0 = outcome }
    }
    loop.submit(attempt, at: .now)
    switch end.wait({ $0 }) {
    case .whole: return sink.bytes
    case .failed(let failure): throw failure
    }
  }
}
