/// What holds of a view, each a bit of ``StateField/flags``.
package enum StateFlag: Int32, CaseIterable, Sendable {
  case isTracking = 1
  case isDragging = 2
  case isDecelerating = 4
  case isZooming = 8
  case isZoomBouncing = 16
  case isAtRest = 32
  /// Taps turn pages.
  case tapTurnsPage = 64
  /// All is in view.
  case isAtFit = 128
  /// A tap waits for a second one.
  case isWaiting = 256
}
