import Posix
import Rendering
import TileGeometry

/// Why levels of a page can't be drawn, and until when that is not tried again.
struct DrawingFailures: Sendable {
  private struct Failure {
    let reason: NotDrawn
    /// How often in a row.
    let count: Int
    let until: Instant
  }

  /// How long a level is left alone; each time longer.
  private static let pause = Duration.seconds(30)
  private static let mostDoublings = 7
  /// A page of which so many parts failed is left alone as a whole.
  private static let mostOfAPage = 3

  private var levels: [PixelSize: Failure] = [:]

  init() {}

  var isEmpty: Bool { levels.isEmpty }

  /// Why a level is not tried now; nil where it is.
  func reason(_ level: PixelSize, at now: Instant) -> NotDrawn? {
    if let own = levels[level], now < own.until { return own.reason }
    let current = levels.values.filter { now < $0.until }
    guard current.map(\.count).reduce(0, +) >= Self.mostOfAPage else { return nil }
    return current.max { $0.until < $1.until }?.reason
  }

  mutating func note(_ reason: NotDrawn, of level: PixelSize, at now: Instant) {
    let count = (levels[level]?.count ?? 0) + 1
    let pause = Self.pause * (1 << min(count - 1, Self.mostDoublings))
    levels[level] = Failure(reason: reason, count: count, until: now + pause)
  }

  /// The level was drawn.
  mutating func forget(_ level: PixelSize) { levels[level] = nil }
}
