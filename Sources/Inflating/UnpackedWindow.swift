/// What was unpacked last: as much as matches reach back to, and what was not taken yet.
@safe
final class UnpackedWindow {
  /// As far as a match can reach back (RFC 1951, 2).
  static let longestReach = 1 << 15
  /// What is written beyond the room at most: four literals, a match and the rest of its
  /// last step.
  static let slack = 4 + 258 + 16
  /// Unpacked at one go: it stays in the second cache until it was taken.
  private static let room = 1 << 17

  let base: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  var count = 0
  private var taken = 0
  private var seen = 0

  /// - Parameter longest: bytes that are waited for, at most.
  init(longest: Int) {
    capacity = Self.longestReach + longest + Self.room
    unsafe base = .allocate(capacity: capacity + Self.slack)
    unsafe base.initialize(repeating: 0, count: capacity + Self.slack)
  }

  deinit { unsafe base.deallocate() }

  /// Forgets all that was unpacked.
  func restart() { (count, taken, seen) = (0, 0, 0) }

  /// Bytes that were not taken.
  var waiting: Int { count - taken }

  /// How many are to be written before there must be more room; a little more may be.
  var room: Int { capacity - count }

  /// Drops what nobody needs, where there is no room left.
  func makeRoom() {
    guard room <= 0 else { return }
    let dropped = min(taken, count - Self.longestReach)
    guard dropped > 0 else { return }
    unsafe base.update(from: base + dropped, count: count - dropped)
    count -= dropped
    taken -= dropped
    seen -= dropped
  }

  /// Takes some of the bytes that wait; they stay until there is room made.
  func take(_ wanted: Int) -> UnsafeBufferPointer<UInt8> {
    precondition(wanted >= 0 && wanted <= waiting)
    defer { taken += wanted }
    return unsafe UnsafeBufferPointer(start: base + taken, count: wanted)
  }

  /// Bytes that were not asked for by this before.
  func news() -> UnsafeBufferPointer<UInt8> {
    defer { seen = count }
    return unsafe UnsafeBufferPointer(start: base + seen, count: count - seen)
  }
}
