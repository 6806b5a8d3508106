package import Sandbox

/// What one who draws pages is told when it begins.
package struct DrawerOrder: Codable, Sendable {
  package let box: Box
  /// How finely drawings are cut: their levels are finer by that.
  package let dotsPerInch: Double
}
