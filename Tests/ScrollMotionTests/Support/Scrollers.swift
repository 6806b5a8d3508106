import ScrollMotion
import TileViewport
import ViewportSamples

/// A scroll view in the midst of the guide's content, listening.
func scroller(
  _ x: Double = 400, _ y: Double = 200, zoom: Double = 1,
  limits: ZoomLimits = ZoomLimits(minimum: 0.5, maximum: 6),
  _ change: (inout ScrollOptions) -> Void = { _ in }
) -> Recorded<ScrollView> {
  var options = ScrollOptions()
  change(&options)
  return Recorded(
    ScrollView(viewport: .guide(x, y, zoom: zoom, limits: limits), options: options))
}

/// The same with all gestures.
func interactive(
  _ x: Double = 400, _ y: Double = 200, zoom: Double = 1,
  _ change: (inout InteractiveView.Options) -> Void = { _ in }
) -> Recorded<InteractiveView> {
  var options = InteractiveView.Options()
  change(&options)
  return Recorded(
    InteractiveView(scroll: ScrollView(viewport: .guide(x, y, zoom: zoom)), options: options))
}
