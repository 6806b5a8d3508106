#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

// What the program asks for.

/// Zooms; the anchor is a view point, or NaN for the middle of the view.
@_expose(wasm, "setZoomScale")
@_cdecl("pyramidion_setZoomScale")
public func setZoomScale(
  _ slot: Double, _ scale: Double, _ x: Double, _ y: Double, _ animated: Double
) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let anchor = unsafe album.pointee.page.anchor(x, y)
  unsafe album.pointee.page.scroll.setZoomScale(
    scale, anchor: anchor, animated: animated != 0, &Slots.log)
  return Slots.events()
}

/// Zooms by a factor, from where a running animation will end.
@_expose(wasm, "zoomBy")
@_cdecl("pyramidion_zoomBy")
public func zoomBy(_ slot: Double, _ factor: Double, _ x: Double, _ y: Double, _ animated: Double)
  -> Int32
{
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let anchor = unsafe album.pointee.page.anchor(x, y)
  unsafe album.pointee.page.zoom(
    by: factor, anchor: anchor, animated: animated != 0, &Slots.log)
  return Slots.events()
}

/// Shows a rectangle of image pixels.
@_expose(wasm, "zoomTo")
@_cdecl("pyramidion_zoomTo")
public func zoomTo(
  _ slot: Double, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ animated: Double
) -> Int32 {
  guard (x + y + width + height).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let rect = Rect(x: x, y: y, width: width, height: height)
  unsafe album.pointee.page.scroll.zoom(to: rect, animated: animated != 0, &Slots.log)
  return Slots.events()
}

/// Shows the content from an offset on.
@_expose(wasm, "setContentOffset")
@_cdecl("pyramidion_setContentOffset")
public func setContentOffset(_ slot: Double, _ x: Double, _ y: Double, _ animated: Double) -> Int32
{
  guard (x + y).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.page.scroll.setContentOffset(
    Point(x: x, y: y), animated: animated != 0, &Slots.log)
  return Slots.events()
}

/// Scrolls by some points, as a wheel does.
@_expose(wasm, "scrollBy")
@_cdecl("pyramidion_scrollBy")
public func scrollBy(_ slot: Double, _ x: Double, _ y: Double) -> Int32 {
  guard (x + y).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.page.scroll.scroll(by: Point(x: x, y: y), &Slots.log)
  return Slots.events()
}

/// Scrolls the least that shows a rectangle of points of the scaled content.
@_expose(wasm, "scrollRectToVisible")
@_cdecl("pyramidion_scrollRectToVisible")
public func scrollRectToVisible(
  _ slot: Double, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ animated: Double
) -> Int32 {
  guard (x + y + width + height).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let rect = Rect(x: x, y: y, width: width, height: height)
  unsafe album.pointee.page.scroll.scrollRectToVisible(
    rect, animated: animated != 0, &Slots.log)
  return Slots.events()
}

/// Scrolls to the top, as a tap on the title bar does.
@_expose(wasm, "scrollToTop")
@_cdecl("pyramidion_scrollToTop")
public func scrollToTop(_ slot: Double, _ animated: Double) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.page.scroll.scrollToTop(animated: animated != 0, &Slots.log)
  return Slots.events()
}

/// Goes to a page, counted from 0.
@_expose(wasm, "goToPage")
@_cdecl("pyramidion_goToPage")
public func goToPage(_ slot: Double, _ page: Double, _ animated: Double) -> Int32 {
  guard let page = whole(page) else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.goToPage(page, animated: animated != 0, &Slots.log)
  return Slots.events()
}

extension InteractiveView {
  /// A view point that a page gave; NaN stands for the middle of the view.
  fileprivate func anchor(_ x: Double, _ y: Double) -> Point {
    let middle = viewport.bounds.center
    return Point(x: given(x) ?? middle.x, y: given(y) ?? middle.y)
  }
}
