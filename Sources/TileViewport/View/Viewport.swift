/// What a scroll view shows of its content: sizes, insets, zoom and offset, as one value.
///
/// Three frames meet here. *Content points* are the content at zoom 1: image pixels. *Scroll
/// points* are content points times the zoom scale; offsets and insets count in them. *View
/// points* are scroll points less the content offset. Asking a viewport never changes it, and its
/// zoom and offset are always within their limits unless a gesture put them beyond.
///
/// What is marked `@inline(never)` in this module is called from so many places that its copies
/// would swell the WebAssembly module; natively the calls cost nothing that can be measured.
package struct Viewport: Equatable, Sendable {
  /// The content's size at zoom 1.
  package internal(set) var content: Size
  /// The view's size in points.
  package internal(set) var bounds: Size
  /// Points added around the content, without being part of it; negative ones hide its rim.
  package internal(set) var contentInset: EdgeInsets
  /// Content smaller than the view is kept in its middle, by an inset of its own.
  package internal(set) var centersContent: Bool
  /// Fitting means the part of the view that the insets leave free.
  package internal(set) var fitsInsideInsets: Bool
  package internal(set) var devicePixelRatio: Double
  package internal(set) var limits: ZoomLimits
  package internal(set) var zoomScale: Double
  /// The scroll point at the view's top left corner.
  package internal(set) var contentOffset: Point

  /// A view at the top left of its content, at the zoom scale given or else the one that fits.
  @inline(never)
  package init(
    content: Size, bounds: Size, zoomScale: Double? = nil, limits: ZoomLimits = .init(.none),
    contentInset: EdgeInsets = .zero, centersContent: Bool = false, fitsInsideInsets: Bool = false,
    devicePixelRatio: Double = 1
  ) {
    self.content = content
    self.bounds = bounds
    self.contentInset = contentInset
    self.centersContent = centersContent
    self.fitsInsideInsets = fitsInsideInsets
    self.devicePixelRatio = devicePixelRatio
    self.limits = limits
    self.zoomScale = 1
    self.contentOffset = .zero
    self.zoomScale = zoomRange.clamp(zoomScale ?? fitScale)
    let (x, y) = (offsetRange(.horizontal), offsetRange(.vertical))
    self.contentOffset = Point(x: x.minimum, y: y.minimum)
  }

  /// The content's size in scroll points: exact, not rounded.
  package var contentSize: Size { content * zoomScale }

  @inline(never)
  package var zoomRange: ZoomRange {
    limits.range(content: content, frame: fittingFrame, devicePixelRatio: devicePixelRatio)
  }

  /// The scale at which all of the content just fits, as far as the rule of the limits lets it.
  @inline(never)
  package var fitScale: Double {
    limits.fit(content, in: fittingFrame, devicePixelRatio: devicePixelRatio)
  }

  /// The scale at which the content just leaves nothing of the view empty.
  package var fillScale: Double { Fit.aspectFill(content, in: fittingFrame) }

  @inline(never)
  private var fittingFrame: Size {
    guard fitsInsideInsets else { return bounds }
    // A toolbar can't be so large that nothing is left to fit into.
    return Size(
      width: max(1, bounds.width - contentInset.left - contentInset.right),
      height: max(1, bounds.height - contentInset.top - contentInset.bottom))
  }

  /// The content point under a view point.
  package func contentPoint(under point: Point) -> Point {
    (contentOffset + point) * (1 / zoomScale)
  }

  /// What shows, in content points, clipped to the content.
  package var visibleRect: Rect {
    Rect(
      x: contentOffset.x / zoomScale, y: contentOffset.y / zoomScale,
      width: bounds.width / zoomScale, height: bounds.height / zoomScale
    ).intersection(Rect(origin: .zero, size: content))
  }
}
