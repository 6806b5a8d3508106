import Posix
import Rendering
import Testing
import TileGeometry

@testable import TileService

@Suite struct DrawingFailuresTests {
  private let now = Instant(nanoseconds: 0)
  private let late = NotDrawn("it takes too long to draw")
  private let levels = (1...4).map { PixelSize(width: 100 * $0, height: 100) }

  @Test func `a level that failed is left alone for a while, the others are not`() {
    var failures = DrawingFailures()
    failures.note(late, of: levels[0], at: now)
    #expect(failures.reason(levels[0], at: now + .seconds(29)) == late)
    #expect(failures.reason(levels[0], at: now + .seconds(30)) == nil)
    #expect(failures.reason(levels[1], at: now) == nil)
    // Each time for longer.
    failures.note(late, of: levels[0], at: now + .seconds(30))
    #expect(failures.reason(levels[0], at: now + .seconds(89)) == late)
    #expect(failures.reason(levels[1], at: now + .seconds(30)) == nil)
  }

  @Test func `a page of which several parts failed is left alone as a whole`() {
    var failures = DrawingFailures()
    for level in levels.prefix(3) { failures.note(late, of: level, at: now) }
    #expect(failures.reason(levels[3], at: now) == late)
    #expect(failures.reason(levels[3], at: now + .seconds(30)) == nil)
  }

  @Test func `what was drawn has not failed`() {
    var failures = DrawingFailures()
    failures.note(late, of: levels[0], at: now)
    failures.forget(levels[0])
    #expect(failures.isEmpty)
    #expect(failures.reason(levels[0], at: now) == nil)
  }
}
