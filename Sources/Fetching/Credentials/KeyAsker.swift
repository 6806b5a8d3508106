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
    try onLoop { loop throws(CredentialProblem) in
      let question = Question(
        title: issuer.title, request: issuer.request, body: issuer.body, rules: issuer.rules)
      return try read(question, loop) { answer in
        switch issuer.kind {
        case .tokenService: IssuedCredentials(tokenService: answer)
        case .container: IssuedCredentials(json: answer)
        }
      }
    }
  }

  /// - Returns: the keys that this machine has.
  /// - Throws: why it has none.
  func ask(_ metadata: InstanceMetadata) throws(CredentialProblem) -> IssuedCredentials {
    func question(_ step: InstanceMetadata.Step) -> Question {
      let request = metadata.request(for: step)
      return Question(
        title: "this machine's metadata at \(request)", request: request,
        body: step == .token ? [] : nil, rules: .instance)
    }
    return try onLoop { loop throws(CredentialProblem) in
      let token = try read(question(.token), loop, as: InstanceMetadata.token)
      let role = try read(question(.role(token: token)), loop, as: InstanceMetadata.role)
      return try read(question(.keys(of: role, token: token)), loop) {
        IssuedCredentials(json: $0)
      }
    }
  }

  private struct Question {
    let title: String
    let request: WireRequest
    let body: [UInt8]?
    let rules: ConnectionRules
  }

  /// Has something asked on a thread that ends with it.
  private func onLoop(
    _ body: (FetchLoop) throws(CredentialProblem) -> IssuedCredentials
  ) throws(CredentialProblem) -> IssuedCredentials {
    let loop: FetchLoop
    do throws(FetchingUnavailable) {
      loop = try FetchLoop(connections: 1)
    } catch {
      throw CredentialProblem("no keys: \(error)")
    }
    state.change { $0.loop = loop }
    defer { end() }
    return try body(loop)
  }

  private func read<Value>(
    _ question: Question, _ loop: FetchLoop, as value: ([UInt8]) -> Value?
  ) throws(CredentialProblem) -> Value {
    let answer: [UInt8]
    do throws(EngineFailure) {
      answer = try firstAnswer(to: question, loop)
    } catch {
      throw CredentialProblem("no keys: \(question.title): \(error)")
    }
    // What it says instead is nobody's business: keys may stand in it.
    guard let value = value(answer) else {
      throw CredentialProblem("no keys: what \(question.title) answers are none")
    }
    return value
  }

  private func firstAnswer(
    to question: Question, _ loop: FetchLoop
  ) throws(EngineFailure) -> [UInt8] {
    var left = Self.tries
    while true {
      do throws(EngineFailure) {
        return try answer(to: question, loop)
      } catch {
        left -= 1
        guard error.mayPass, left > 0 else { throw error }
        let isOver: Void? = state.wait(until: .now + Self.pause) { $0.isStopping ? () : nil }
        if isOver != nil { throw Engine.leaving }
      }
    }
  }

  private func answer(to question: Question, _ loop: FetchLoop) throws(EngineFailure) -> [UInt8] {
    let sink = MemorySink()
    let end = Monitor<FetchEnd?>(nil)
    let attempt = FetchTry(
      request: question.request, body: question.body.map { MemoryBody($0) },
      expectation: Expectation(range: nil, limit: Int64(IssuedCredentials.longest)),
      times: FetchTimes(whole: Self.longest), isFresh: false, authorityFile: nil,
      rules: question.rules, sink: sink, tell: { outcome, _ in end.change { $0 = outcome } })
    loop.submit(attempt, at: .now)
    switch end.wait({ $0 }) {
    case .whole: return sink.bytes
    case .failed(let failure): throw failure
    }
  }
}
