#if canImport(TileViewport)
  import TileViewport
#endif

/// How a scroll view behaves under the finger; the defaults are UIScrollView's.
package struct ScrollOptions: Equatable, Sendable {
  /// How an animated change passes its time.
  package enum AnimationCurve: Equatable, Sendable {
    /// At constant speed, as Apple's scroll view guide words it.
    case constantSpeed
    /// Starting and ending gently, as UIKit really does.
    case eased
  }

  package var isScrollEnabled = true
  package var isZoomEnabled = true
  package var bounces = true
  /// Bounces although all of the width shows; without effect unless ``bounces``.
  package var alwaysBounceHorizontal = false
  package var alwaysBounceVertical = false
  package var bouncesZoom = true
  package var isDirectionalLockEnabled = false
  package var isPagingEnabled = false
  package var scrollsToTop = true
  package var decelerationRate = Deceleration.Rate.normal
  package var decelerationLaw = Deceleration.Law.integral
  package var animationCurve = AnimationCurve.constantSpeed
  /// The content takes touches itself, after a moment of stillness or at once.
  package var contentHandlesTouches = false
  package var delaysContentTouches = true
  package var canCancelContentTouches = true
  package var oneFingerZoom = OneFingerZoom.Options()
  package var pagingRule = PagingRule()

  /// Points a finger may stray before it drags.
  package var dragSlop = 10.0
  /// Points that two fingers may stray before they zoom.
  package var pinchSlop = 4.0
  /// Points per second below which a released drag doesn't coast.
  package var minimumFlickVelocity = 20.0
  /// A drag is locked to an axis when it starts with this many times more movement along it.
  package var directionalLockRatio = 2.0
  /// Seconds that an animated scroll or zoom takes.
  package var animationDuration = 0.33
  /// Seconds of stillness after which the content gets its touch.
  package var contentTouchDelay = 0.15
  /// The part that shows of a pinch beyond the maximum and below the minimum.
  package var zoomOvershootAbove = 0.05
  package var zoomOvershootBelow = 0.15
  /// Without motion every change happens at once: no coasting, springs or animations.
  package var reducesMotion = false

  package init() {}

  func alwaysBounces(_ axis: Axis) -> Bool {
    bounces && (axis == .horizontal ? alwaysBounceHorizontal : alwaysBounceVertical)
  }
}
