/// The resistance of content that is pulled past its edge.
package enum RubberBand {
  static let stiffness = 0.55

  /// How far content shows past its edge when the finger has gone `distance` past it.
  ///
  /// - Parameters:
  ///   - distance: points past the edge, at least 0.
  ///   - dimension: the view's size along the axis.
  /// - Returns: points; fewer than `dimension`.
  @inline(never)
  package static func shown(_ distance: Double, dimension: Double) -> Double {
    guard distance > 0, dimension > 0 else { return 0 }
    return (1 - 1 / (distance * stiffness / dimension + 1)) * dimension
  }

  /// The finger's distance for what shows, so that a finger which catches stretched content does
  /// not make it jump.
  @inline(never)
  package static func pulled(_ shown: Double, dimension: Double) -> Double {
    guard shown > 0, dimension > 0 else { return 0 }
    // A bounce can throw content further than any finger could pull it.
    let part = min(shown / dimension, 0.999)
    return (1 / (1 - part) - 1) * dimension / stiffness
  }
}
