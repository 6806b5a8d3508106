/// What happens to zoom and offset when sizes change around them.
extension Viewport {
  /// Gives the view another size: the content point in its middle stays there, and a view that
  /// showed all of the content, or was zoomed out as far as it goes, still does.
  package mutating func resize(to size: Size) {
    let meaning = self.meaning
    bounds = size
    keep(meaning)
  }

  /// Content that lay at its top edge stays there: it must not slide under a bar that grows.
  package mutating func setContentInset(_ inset: EdgeInsets) {
    let wasAtTop = contentOffset.y <= offsetRange(.vertical).minimum
    let meaning = self.meaning
    contentInset = inset
    keep(meaning)
    if wasAtTop { contentOffset.y = offsetRange(.vertical).minimum }
  }

  package mutating func setDevicePixelRatio(_ ratio: Double) {
    let meaning = self.meaning
    devicePixelRatio = ratio
    keep(meaning)
  }

  package mutating func setLimits(_ limits: ZoomLimits) {
    let meaning = self.meaning
    self.limits = limits
    keep(meaning)
  }

  package mutating func setCentering(_ centers: Bool, fitsInsideInsets: Bool) {
    let meaning = self.meaning
    centersContent = centers
    self.fitsInsideInsets = fitsInsideInsets
    keep(meaning)
  }

  /// What zoom and offset mean to who looks, whatever the sizes.
  private struct Meaning {
    /// The content point in the middle of the view.
    let center: Point
    let isFit: Bool
    let isMinimum: Bool
  }

  @inline(never)
  private var meaning: Meaning {
    Meaning(
      center: contentPoint(under: bounds.center), isFit: Self.isSame(zoomScale, fitScale),
      isMinimum: zoomScale <= zoomRange.minimum * (1 + Self.sameScale))
  }

  /// Finds the zoom and offset that mean the same now.
  private mutating func keep(_ meaning: Meaning) {
    let scale =
      meaning.isFit ? fitScale : meaning.isMinimum ? zoomRange.minimum : zoomScale
    move(to: goal(centering: meaning.center, zoomScale: scale))
  }

  private static func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= sameScale * b }
}

extension Viewport {
  /// The same view with another content, as it opens.
  package func reopened(with content: Size) -> Viewport {
    Viewport(
      content: content, bounds: bounds, limits: limits, contentInset: contentInset,
      centersContent: centersContent, fitsInsideInsets: fitsInsideInsets,
      devicePixelRatio: devicePixelRatio)
  }

  /// Looks at an image that is a part of the content, as a page is of a spread: that is the content then,
  /// and the offset is beyond it where it is out of sight.
  ///
  /// - Parameters:
  ///   - image: the image's size in its own pixels.
  ///   - origin: the content point at its top left corner.
  ///   - scale: content points for each of its pixels.
  @inline(never)
  package mutating func narrow(to image: Size, at origin: Point, scale: Double) {
    content = image
    contentOffset = contentOffset - origin * zoomScale
    zoomScale *= scale
  }
}
