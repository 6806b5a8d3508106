#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

/// The page under the fingers, 40 doubles.
///
/// 0 zoom scale, 1 minimum, 2 maximum, 3 fit, 4 fill; 5 offset x, y; 7 content size; 9 content
/// inset and 13 adjusted content inset, each top, left, bottom, right; 17 visible rectangle in
/// image pixels; 21 flags: 1 tracking, 2 dragging, 4 decelerating, 8 zooming, 16 zoom bouncing,
/// 32 at rest, 64 taps turn pages, 128 all is in view, 256 a tap waits for a
/// second one; 22 page in view, 23 page under the fingers,
/// 24 first page of the pool, 25 the one behind its last, 26 page count; 27 resting zoom scale and
/// offset; 30 loupe x, y, NaN while it is hidden; 32 clock; 33 bounds; 35 strip offset, 36 stride;
/// 37 whether the strip is at rest; 38 image size.
@_expose(wasm, "state")
@_cdecl("pyramidion_state")
public func state(_ slot: Double) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refusal.noSuchSlot }
  let scroll = unsafe album.pointee.page.scroll
  let viewport = scroll.viewport
  let range = viewport.zoomRange
  Output.put(viewport.zoomScale)
  Output.put(range.minimum)
  Output.put(range.maximum)
  Output.put(viewport.fitScale)
  Output.put(viewport.fillScale)
  Output.put(viewport.contentOffset)
  Output.put(viewport.contentSize)
  Output.put(viewport.contentInset)
  Output.put(viewport.adjustedContentInset)
  Output.put(viewport.visibleRect)
  Output.put(unsafe album.pointee.flags)
  Output.put(unsafe album.pointee.currentPage)
  Output.put(unsafe album.pointee.activePage)
  Output.put(unsafe album.pointee.window.first)
  Output.put(unsafe album.pointee.window.end)
  Output.put(unsafe album.pointee.window.pageCount)
  let goal = scroll.restingGoal
  Output.put(goal.zoomScale)
  Output.put(goal.contentOffset)
  Output.put(unsafe album.pointee.page.loupe ?? Point(x: .nan, y: .nan))
  Output.put(scroll.clock)
  Output.put(viewport.bounds)
  Output.put(unsafe album.pointee.strip.viewport.contentOffset.x)
  Output.put(unsafe album.pointee.strip.viewport.bounds.width)
  Output.put(unsafe album.pointee.strip.isAtRest)
  Output.put(viewport.content)
  return Output.end
}

extension Album {
  fileprivate var flags: Int32 {
    (page.scroll.isTracking || strip.isTracking ? 1 : 0)
      | (page.scroll.isDragging || strip.isDragging ? 2 : 0)
      | (page.scroll.isDecelerating || strip.isDecelerating ? 4 : 0)
      | (page.scroll.isZooming ? 8 : 0)
      | (page.scroll.isZoomBouncing ? 16 : 0)
      | (page.scroll.isAtRest && strip.isAtRest ? 32 : 0)
      | (page.tapTurnsPage ? 64 : 0)
      | (page.viewport.isAtFit ? 128 : 0)
      | (page.taps.isWaiting ? 256 : 0)
  }
}

/// How a page of the pool shows: its frame in the view, zoom scale, offset, image size.
@_expose(wasm, "pageView")
@_cdecl("pyramidion_pageView")
public func pageView(_ slot: Double, _ page: Double) -> Int32 {
  guard let page = whole(page) else { return Refusal.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refusal.noSuchSlot }
  guard let viewport = unsafe album.pointee.viewport(ofPage: page) else {
    return Refusal.badNumber
  }
  Output.put(unsafe album.pointee.frame(ofPage: page))
  Output.put(viewport.zoomScale)
  Output.put(viewport.contentOffset)
  Output.put(viewport.content)
  return Output.end
}

/// The scroll indicators: their frame, then start and length of the horizontal and of the
/// vertical thumb; a length of 0 where all shows.
@_expose(wasm, "indicators")
@_cdecl("pyramidion_indicators")
public func indicators(
  _ slot: Double, _ top: Double, _ left: Double, _ bottom: Double, _ right: Double
) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refusal.noSuchSlot }
  let indicators = unsafe album.pointee.page.viewport.indicators(
    insets: EdgeInsets(top: top, left: left, bottom: bottom, right: right))
  Output.put(indicators.frame)
  Output.put(indicators.horizontal?.start ?? 0)
  Output.put(indicators.horizontal?.length ?? 0)
  Output.put(indicators.vertical?.start ?? 0)
  Output.put(indicators.vertical?.length ?? 0)
  return Output.end
}

/// What the loupe shows: its content offset over a page point, and the rectangle of image pixels.
@_expose(wasm, "loupe")
@_cdecl("pyramidion_loupe")
public func loupe(
  _ slot: Double, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ ratio: Double
) -> Int32 {
  guard width > 0, height > 0, ratio > 0 else { return Refusal.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refusal.noSuchSlot }
  let loupe = Loupe(size: Size(width: width, height: height), ratio: ratio)
  let viewport = unsafe album.pointee.page.viewport
  let point = Point(x: x, y: y)
  Output.put(
    loupe.contentOffset(over: point + viewport.contentOffset, page: viewport.contentSize))
  Output.put(loupe.contentRect(over: point, of: viewport))
  return Output.end
}
