import HTTPWire
import Posix

/// An answer that work elsewhere brings.
final class DeferredAnswer: PendingAnswer {
  /// Begins the work; what it hands back calls it off.
  typealias Start = @Sendable (any Exchange) -> (@Sendable () -> Void)?

  private enum State {
    case new
    case begun((@Sendable () -> Void)?)
    case cancelled
  }

  private let start: Start
  private let state = Monitor(State.new)

  init(_ start: @escaping Start) { self.start = start }

  func begin(answering exchange: any Exchange) {
    let callOff = start(exchange)
    let isCancelled = state.change { state in
      if case .cancelled = state { return true }
      state = .begun(callOff)
      return false
    }
    if isCancelled { callOff?() }
  }

  func cancel() {
    let callOff = state.change { state -> (@Sendable () -> Void)? in
      defer { state = .cancelled }
      if case .begun(let callOff) = state { return callOff }
      return nil
    }
    callOff?()
  }
}

/// Tells somebody of the answer when it comes.
final class CountedAnswer: PendingAnswer {
  private let pending: any PendingAnswer
  private let tell: @Sendable (Response) -> Void

  init(_ pending: any PendingAnswer, tell: @escaping @Sendable (Response) -> Void) {
    self.pending = pending
    self.tell = tell
  }

  func begin(answering exchange: any Exchange) {
    pending.begin(answering: CountedExchange(exchange, tell))
  }

  func cancel() { pending.cancel() }

  private final class CountedExchange: Exchange {
    let exchange: any Exchange
    let tell: @Sendable (Response) -> Void

    init(_ exchange: any Exchange, _ tell: @escaping @Sendable (Response) -> Void) {
      self.exchange = exchange
      self.tell = tell
    }

    func answer(_ response: Response) {
      tell(response)
      exchange.answer(response)
    }

    func supply(_ piece: BodyPiece) { exchange.supply(piece) }
  }
}
