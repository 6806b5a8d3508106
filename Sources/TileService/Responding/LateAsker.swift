import HTTPWire
import ImageRequest
import Posix

/// Who waits for an answer that other threads give: they are told once, and that is counted.
struct LateAsker: Sendable {
  let request: Request
  let exchange: any Exchange
  let kind: RouteKind
  /// When the request came, as the monotonic clock has it, in nanoseconds.
  let started: Int64
  let metrics: LoopMetrics
  /// Who shares turns with whom.
  let party: UInt64

  /// Answers with what a closure fills in, or with why it can't.
  func answer(_ fill: (inout Response) throws(NotServed) -> Void) {
    var response = Response()
    do throws(NotServed) {
      try fill(&response)
    } catch {
      response.reset()
      response.refuse(error, for: request)
    }
    answer(with: response)
  }

  func refuse(_ reason: NotServed) {
    answer { (_) throws(NotServed) in throw reason }
  }

  func answer(with response: Response) {
    var response = response
    response.silenceRefusal(of: request)
    metrics.count(
      kind, AnswerKind(response), nanoseconds: Clock.monotonicNanoseconds - started,
      bytes: request.method == .head ? 0 : response.body.count)
    exchange.answer(response)
  }
}
