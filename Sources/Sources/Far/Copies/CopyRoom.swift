import Posix

/// Room on a shelf for what comes without a word about how much it is, taken as it comes.
final class CopyRoom: Sendable {
  /// In bytes: what is taken at a time.
  private static let step: Int64 = 1 << 20

  private let shelf: CopyShelf
  private let taken = Monitor<Int64>(0)

  init(on shelf: CopyShelf) { self.shelf = shelf }

  /// - Parameter end: how many bytes there are to be, in all.
  /// - Returns: false where there is no room for them.
  func take(upTo end: Int64) -> Bool {
    taken.change { taken in
      guard end > taken else { return true }
      let missing = (end - taken + Self.step - 1) / Self.step * Self.step
      guard shelf.makesRoom(for: missing, besides: nil) else { return false }
      taken += missing
      return true
    }
  }

  func giveBack() {
    let given: Int64 = taken.change { taken in
      defer { taken = 0 }
      return taken
    }
    shelf.giveBack(given)
  }
}
