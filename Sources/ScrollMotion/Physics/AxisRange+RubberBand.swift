#if canImport(TileViewport)
  import TileViewport
#endif

extension AxisRange {
  /// Where content shows when its finger asks for `raw`: inside as asked, beyond an edge against
  /// growing resistance.
  func banded(_ raw: Double, dimension: Double) -> Double {
    if raw < minimum { return minimum - RubberBand.shown(minimum - raw, dimension: dimension) }
    if raw > maximum { return maximum + RubberBand.shown(raw - maximum, dimension: dimension) }
    return raw
  }

  /// What a finger would ask for to make content show at `shown`; undoes ``banded(_:dimension:)``.
  func unbanded(_ shown: Double, dimension: Double) -> Double {
    if shown < minimum { return minimum - RubberBand.pulled(minimum - shown, dimension: dimension) }
    if shown > maximum { return maximum + RubberBand.pulled(shown - maximum, dimension: dimension) }
    return shown
  }
}
