#if canImport(TileViewport)
  package import TileViewport
#endif

/// Zooming with one finger: double tap, keep the second tap down, and drag.
///
/// It begins at the second touch-down and counts from there without slop.
package struct OneFingerZoom: Equatable, Sendable {
  package enum Direction: Equatable, Sendable {
    case upEnlarges
    case downEnlarges
  }

  package enum Rate: Equatable, Sendable {
    /// The factor is 1 plus this much a point.
    case linear(perPoint: Double)
    /// The factor is `base` for every so many points, as OpenSeadragon has it.
    case exponential(base: Double, points: Double)
  }

  package enum Counting: Equatable, Sendable {
    /// From where the gesture began: going back undoes exactly.
    case fromStart
    /// From sample to sample, as the source recognizer does; going back and forth drifts.
    case fromSample
  }

  package struct Options: Equatable, Sendable {
    package var direction = Direction.upEnlarges
    package var rate = Rate.linear(perPoint: 0.01)
    package var counting = Counting.fromStart

    package init() {}

    /// The way OpenSeadragon zooms: down enlarges, a fifth every 50 points.
    package static var openSeadragon: Options {
      var options = Options()
      options.direction = .downEnlarges
      options.rate = .exponential(base: 1.2, points: 50)
      return options
    }
  }

  /// No single step makes the content smaller than this part of what it was.
  package static let smallestFactor = 0.01

  package let pointer: Int32
  private let options: Options
  private let startScale: Double
  private let start: Point
  private var previous: Point

  package init(pointer: Int32, at point: Point, zoomScale: Double, options: Options) {
    self.pointer = pointer
    self.options = options
    self.startScale = zoomScale
    self.start = point
    self.previous = point
  }

  /// - Parameters:
  ///   - point: where the finger is now, in view points.
  ///   - zoomScale: the scale that shows now.
  /// - Returns: the scale to show next, not yet within its limits.
  package mutating func move(to point: Point, zoomScale: Double) -> Double {
    defer { previous = point }
    switch options.counting {
    case .fromStart: return startScale * factor(from: start, to: point)
    case .fromSample: return zoomScale * factor(from: previous, to: point)
    }
  }

  private func factor(from old: Point, to new: Point) -> Double {
    let way = options.direction == .upEnlarges ? old.y - new.y : new.y - old.y
    switch options.rate {
    case .linear(let perPoint): return max(Self.smallestFactor, 1 + way * perPoint)
    case .exponential(let base, let points):
      return max(Self.smallestFactor, Elementary.pow(base, way / points))
    }
  }
}
