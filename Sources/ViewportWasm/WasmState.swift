#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

/// The page under the fingers: a double for each ``StateField``, in their order.
@_expose(wasm, "state")
@_cdecl("pyramidion_state")
public func state(_ slot: Double) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let reading = StateReading(unsafe album.pointee)
  var place: Int32 = 0
  while let field = StateField(rawValue: place) {
    Output.put(reading[field])
    place += 1
  }
  return Output.end
}

/// What is read of an album, taken once for all fields.
private struct StateReading {
  private let viewport: Viewport
  private let zoomRange: ZoomRange
  private let adjustedInset: EdgeInsets
  private let visibleRect: Rect
  private let goal: Viewport.Goal
  private let album: Album

  init(_ album: Album) {
    self.album = album
    viewport = album.page.viewport
    zoomRange = viewport.zoomRange
    adjustedInset = viewport.adjustedContentInset
    visibleRect = viewport.visibleRect
    goal = album.page.scroll.restingGoal
  }

  subscript(field: StateField) -> Double {
    switch field {
    case .zoomScale: viewport.zoomScale
    case .minimumZoomScale: zoomRange.minimum
    case .maximumZoomScale: zoomRange.maximum
    case .fitScale: viewport.fitScale
    case .fillScale: viewport.fillScale
    case .offsetX: viewport.contentOffset.x
    case .offsetY: viewport.contentOffset.y
    case .contentWidth: viewport.contentSize.width
    case .contentHeight: viewport.contentSize.height
    case .insetTop: viewport.contentInset.top
    case .insetLeft: viewport.contentInset.left
    case .insetBottom: viewport.contentInset.bottom
    case .insetRight: viewport.contentInset.right
    case .adjustedInsetTop: adjustedInset.top
    case .adjustedInsetLeft: adjustedInset.left
    case .adjustedInsetBottom: adjustedInset.bottom
    case .adjustedInsetRight: adjustedInset.right
    case .visibleX: visibleRect.x
    case .visibleY: visibleRect.y
    case .visibleWidth: visibleRect.width
    case .visibleHeight: visibleRect.height
    case .flags: Double(album.flags)
    case .page: Double(album.currentPage)
    case .activePage: Double(album.activePage)
    case .firstPage: Double(album.window.first)
    case .endPage: Double(album.window.end)
    case .pageCount: Double(album.window.pageCount)
    case .goalZoomScale: goal.zoomScale
    case .goalX: goal.contentOffset.x
    case .goalY: goal.contentOffset.y
    case .loupeX: album.page.loupe?.x ?? .nan
    case .loupeY: album.page.loupe?.y ?? .nan
    case .clock: album.page.scroll.clock
    case .boundsWidth: viewport.bounds.width
    case .boundsHeight: viewport.bounds.height
    case .stripOffset: album.strip.viewport.contentOffset.x
    case .stripStride: album.strip.viewport.bounds.width
    case .isStripAtRest: album.strip.isAtRest ? 1 : 0
    case .imageWidth: viewport.content.width
    case .imageHeight: viewport.content.height
    }
  }
}

extension Album {
  fileprivate var flags: Int32 {
    var flags: Int32 = 0
    var bit: Int32 = 1
    while let flag = StateFlag(rawValue: bit) {
      if has(flag) { flags |= bit }
      bit <<= 1
    }
    return flags
  }

  private func has(_ flag: StateFlag) -> Bool {
    switch flag {
    case .isTracking: page.scroll.isTracking || strip.isTracking
    case .isDragging: page.scroll.isDragging || strip.isDragging
    case .isDecelerating: page.scroll.isDecelerating || strip.isDecelerating
    case .isZooming: page.scroll.isZooming
    case .isZoomBouncing: page.scroll.isZoomBouncing
    case .isAtRest: page.scroll.isAtRest && strip.isAtRest
    case .tapTurnsPage: page.tapTurnsPage
    case .isAtFit: page.viewport.isAtFit
    case .isWaiting: page.taps.isWaiting
    }
  }
}

/// How a page of the pool shows: its frame in the view, zoom scale, offset, image size.
@_expose(wasm, "pageView")
@_cdecl("pyramidion_pageView")
public func pageView(_ slot: Double, _ page: Double) -> Int32 {
  guard let page = whole(page) else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  guard let viewport = unsafe album.pointee.viewport(ofPage: page) else {
    return Refused.badNumber
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
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
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
  guard width > 0, height > 0, ratio > 0 else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let loupe = Loupe(size: Size(width: width, height: height), ratio: ratio)
  let viewport = unsafe album.pointee.page.viewport
  let point = Point(x: x, y: y)
  Output.put(
    loupe.contentOffset(over: point + viewport.contentOffset, page: viewport.contentSize))
  Output.put(loupe.contentRect(over: point, of: viewport))
  return Output.end
}
