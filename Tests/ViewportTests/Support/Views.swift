import Viewport

extension Size {
  /// A full screen of 320 by 480 points, less the status bar.
  static let screen = Size(width: 320, height: 460)
  /// The content of the scroll view guide's listings.
  static let listing = Size(width: 1280, height: 960)
}

extension Viewport {
  /// The scroll view guide's content at zoom 1, at an offset.
  static func guide(
    _ x: Double = 0, _ y: Double = 0, zoom: Double = 1,
    limits: ZoomLimits = ZoomLimits(minimum: 0.5, maximum: 6)
  ) -> Viewport {
    var viewport = Viewport(content: .listing, bounds: .screen, zoomScale: zoom, limits: limits)
    viewport.setContentOffset(Point(x: x, y: y))
    return viewport
  }
}

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
