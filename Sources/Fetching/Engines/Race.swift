import Posix

/// Two requests for the same bytes, of which the first to answer is the one that counts: the second
/// one is made where the first takes longer than nearly all do.
final class Race: Sendable {
  private struct State {
    var isOver = false
    var hasSecond = false
    var hasFirst = true
  }

  private let state = Monitor(State())

  /// Whether the first one is still under way, and alone.
  var isOpen: Bool { state.read { !$0.isOver && $0.hasFirst && !$0.hasSecond } }

  /// The second one begins.
  ///
  /// - Returns: false where it is not needed any more.
  func beginSecond() -> Bool {
    state.change { state in
      guard !state.isOver, state.hasFirst else { return false }
      state.hasSecond = true
      return true
    }
  }

  /// One of them has brought all that was wanted.
  ///
  /// - Returns: false where the other was earlier.
  func win() -> Bool {
    state.change { state in
      defer { state.isOver = true }
      return !state.isOver
    }
  }

  /// One of them has failed.
  ///
  /// - Parameter isSecond: which.
  /// - Returns: whether nobody else is under way for it, and nobody will be.
  func lose(isSecond: Bool) -> Bool {
    state.change { state in
      if isSecond { state.hasSecond = false } else { state.hasFirst = false }
      guard !state.isOver, !state.hasFirst, !state.hasSecond else { return false }
      state.isOver = true
      return true
    }
  }
}
