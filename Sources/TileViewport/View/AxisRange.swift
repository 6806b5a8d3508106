/// The offsets that content may rest at along one axis.
package struct AxisRange: Equatable, Sendable {
  package let minimum: Double
  package let maximum: Double

  @inline(never)
  package func clamp(_ value: Double) -> Double { min(max(value, minimum), maximum) }

  package func contains(_ value: Double) -> Bool { value >= minimum && value <= maximum }

  package var isPoint: Bool { maximum <= minimum }
}
