import Posix

/// Orders that several threads put in line at a time: whose turn it is puts all that have come
/// meanwhile, for a statement costs more than an image in it.
final class JointPut: Sendable {
  final class Batch {
    var orders: [CutOrder] = []
    /// Nil before anybody knows.
    var isPut: Bool?
  }

  struct State {
    /// What the next turn takes.
    var next = Batch()
    var isPutting = false
  }

  private enum Step {
    case put([CutOrder])
    case over(isPut: Bool)
  }

  let state = Monitor(State())
  private let putAll: @Sendable ([CutOrder]) -> Bool

  /// - Parameter putAll: puts them in line, or none of them; called by one thread at a time.
  init(_ putAll: @escaping @Sendable ([CutOrder]) -> Bool) { self.putAll = putAll }

  /// Puts an order in line with those of others, and waits for that.
  ///
  /// - Returns: whether it is there.
  func put(_ order: CutOrder) -> Bool {
    let batch = state.change(waking: .nobody) { state in
      state.next.orders.append(order)
      return state.next
    }
    let step: Step = state.wait { state in
      if let isPut = batch.isPut { return .over(isPut: isPut) }
      guard !state.isPutting else { return nil }
      state.isPutting = true
      state.next = Batch()
      return .put(batch.orders)
    }
    switch step {
    case .over(let isPut): return isPut
    case .put(let orders):
      let isPut = putAll(orders)
      state.change { state in
        batch.isPut = isPut
        state.isPutting = false
      }
      return isPut
    }
  }
}
