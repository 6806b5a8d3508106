/// What a scroll view is doing right now; each state carries only what it needs.
///
/// Payloads are copied at every sample: what is large lives in the scroll view itself.
enum Phase: Equatable, Sendable {
  case idle
  case touching(Touch)
  case dragging(Drag)
  case pinching(Pinch)
  case zoomingWithOneFinger(OneFingerZoom)
  /// A finger is down and something else follows it, like the loupe: nothing scrolls.
  case frozen(pointer: Int32)
  case gliding(Glide)
  case zoomBouncing(Transition)
  case animating(Animation)
}
