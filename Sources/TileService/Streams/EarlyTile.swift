import Synchronization

/// A tile of a stream that is made before its turn has come.
final class EarlyTile: Sendable {
  private enum Stage {
    case making
    case made(PictureResult)
    case awaited(@Sendable (PictureResult) -> Void)
  }

  let waiting = Waiting()
  private let stage = Mutex(Stage.making)

  /// Takes in what became of it.
  func come(_ result: PictureResult) {
    let tell = stage.withLock { stage -> (@Sendable (PictureResult) -> Void)? in
      guard case .awaited(let tell) = stage else {
        stage = .made(result)
        return nil
      }
      return tell
    }
    tell?(result)
  }

  /// Its turn has come.
  ///
  /// - Parameter tell: called once, by who makes it, where it is not made yet.
  /// - Returns: what became of it, where that is known.
  func take(orTell tell: @escaping @Sendable (PictureResult) -> Void) -> PictureResult? {
    stage.withLock { stage in
      if case .made(let result) = stage { return result }
      stage = .awaited(tell)
      return nil
    }
  }
}
