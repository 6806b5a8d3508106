/// Image pixels to whole device pixels, by one rounding for the whole image.
///
/// The offset is rounded once and every edge once: tiles that share an edge share its device
/// pixel, and nothing trembles while the content moves.
package struct DeviceGrid: Equatable, Sendable {
  /// Device pixels per image pixel.
  private let scale: Double
  private let originX: Double
  private let originY: Double

  package init(_ viewport: Viewport) {
    scale = viewport.zoomScale * viewport.devicePixelRatio
    originX = Self.round(viewport.contentOffset.x * viewport.devicePixelRatio)
    originY = Self.round(viewport.contentOffset.y * viewport.devicePixelRatio)
  }

  /// The device pixel of the view at which an image column begins.
  package func x(_ imageX: Double) -> Double { Self.round(imageX * scale) - originX }

  package func y(_ imageY: Double) -> Double { Self.round(imageY * scale) - originY }

  private static func round(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
}
