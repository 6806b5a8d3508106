#if canImport(TileViewport)
  import TileViewport
#endif

/// A passage from one zoom and offset to another, as a function of the time since it began.
struct Transition: Equatable, Sendable {
  enum Curve: Equatable, Sendable {
    case constantSpeed
    case eased
    /// The critically damped spring of a bounce.
    case spring
  }

  let start: Viewport.Goal
  let end: Viewport.Goal
  private let curve: Curve
  private let duration: Double
  private var elapsed = 0.0
  private let logRatio: Double

  init(from start: Viewport.Goal, to end: Viewport.Goal, curve: Curve, duration: Double) {
    self.start = start
    self.end = end
    self.curve = curve
    self.duration = duration
    self.logRatio =
      start.zoomScale == end.zoomScale ? 0 : Elementary.log(end.zoomScale / start.zoomScale)
  }

  /// A bounce back that ends when what is left can't be seen any more.
  ///
  /// - Parameters:
  ///   - start: where it bounces from, beyond a limit.
  ///   - end: where it comes to rest.
  ///   - reach: points by which a change of the scale by its own size moves the view's rim.
  ///   - tolerance: points that count as arrived.
  init(
    bouncingFrom start: Viewport.Goal, to end: Viewport.Goal, reach: Double, tolerance: Double
  ) {
    let moved = (end.contentOffset - start.contentOffset).length
    let zoomed = abs(end.zoomScale / start.zoomScale - 1) * reach
    let spring = Spring(start: max(moved, zoomed), target: 0, velocity: 0)
    self.init(
      from: start, to: end, curve: .spring, duration: spring.duration(within: tolerance))
  }

  var isDone: Bool { elapsed >= duration }

  mutating func advance(by step: Double) { elapsed += step }

  var zooms: Bool { start.zoomScale != end.zoomScale }

  var now: Viewport.Goal {
    guard !isDone else { return end }
    let progress = self.progress
    guard logRatio != 0 else {
      let way = end.contentOffset - start.contentOffset
      return Viewport.Goal(
        zoomScale: start.zoomScale, contentOffset: start.contentOffset + way * progress)
    }
    // The scale grows by equal factors in equal steps. The visible rectangle goes straight from
    // the one to the other, so that the point both have in the same place never moves.
    let scale = start.zoomScale * Elementary.exp(logRatio * progress)
    let weight = (1 / start.zoomScale - 1 / scale) / (1 / start.zoomScale - 1 / end.zoomScale)
    let from = start.contentOffset * (1 / start.zoomScale)
    let to = end.contentOffset * (1 / end.zoomScale)
    return Viewport.Goal(
      zoomScale: scale, contentOffset: (from + (to - from) * weight) * scale)
  }

  private var progress: Double {
    let part = elapsed / duration
    switch curve {
    case .constantSpeed: return part
    case .eased: return part * part * (3 - 2 * part)
    case .spring: return 1 - Spring(start: 1, target: 0, velocity: 0).position(at: elapsed)
    }
  }
}
