#if canImport(TileViewport)
  package import TileViewport
#endif

/// A finger that stays where it is.
package struct LongPress: Equatable, Sendable {
  package struct Options: Equatable, Sendable {
    package var minimumDuration = 0.5
    /// Points it may stray while waiting.
    package var allowableMovement = 10.0

    package init() {}
  }

  private struct Wait: Equatable, Sendable {
    var pointer: Int32
    var start: Point
    var location: Point
    var due: Double
  }

  package var options: Options
  private var wait: Wait?

  package init(options: Options = Options()) { self.options = options }

  package mutating func began(_ pointer: Int32, at point: Point, time: Double) {
    wait = Wait(
      pointer: pointer, start: point, location: point, due: time + options.minimumDuration)
  }

  package mutating func moved(_ pointer: Int32, to point: Point) {
    guard var current = wait, current.pointer == pointer else { return }
    guard (point - current.start).length <= options.allowableMovement else {
      wait = nil
      return
    }
    current.location = point
    wait = current
  }

  /// Anything that makes it no long press: lifting, another finger, a drag.
  package mutating func cancel() { wait = nil }

  /// - Returns: the finger and where it is, once it has waited long enough.
  package mutating func advance(to time: Double) -> (pointer: Int32, location: Point)? {
    guard let current = wait, time >= current.due else { return nil }
    wait = nil
    return (current.pointer, current.location)
  }
}
