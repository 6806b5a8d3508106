#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

/// Opens a viewer in a slot: an album of pages, or of one image.
///
/// - Parameters:
///   - slot: 0 to ``slotCount()`` less 1; what was in it is gone.
///   - width: of the first page's image, in pixels.
///   - height: of the same.
///   - boundsWidth: of the view, in points.
///   - boundsHeight: of the same.
///   - devicePixelRatio: device pixels per point.
///   - pageCount: at least 1.
///   - poolSize: pages that have a view of their own.
///   - spacing: points between two pages.
/// - Returns: 0, or why nothing was opened.
@_expose(wasm, "open")
@_cdecl("pyramidion_open")
public func openAlbum(
  _ slot: Double, _ width: Double, _ height: Double, _ boundsWidth: Double, _ boundsHeight: Double,
  _ devicePixelRatio: Double, _ pageCount: Double, _ poolSize: Double, _ spacing: Double
) -> Int32 {
  Output.begin()
  guard let index = Slots.place(slot) else { return Refused.noSuchSlot }
  guard width >= 1, height >= 1, boundsWidth > 0, boundsHeight > 0, devicePixelRatio > 0,
    width <= ViewQuestion.maximumLength, height <= ViewQuestion.maximumLength,
    boundsWidth <= ViewQuestion.maximumLength, boundsHeight <= ViewQuestion.maximumLength,
    devicePixelRatio.isFinite, let pages = whole(pageCount), pages >= 1,
    let pool = whole(poolSize), spacing >= 0, spacing <= ViewQuestion.maximumLength
  else { return Refused.badNumber }
  let viewport = Viewport(
    content: Size(width: width, height: height),
    bounds: Size(width: boundsWidth, height: boundsHeight), limits: ZoomLimits(.standard),
    centersContent: true, devicePixelRatio: devicePixelRatio)
  var options = Album.Options()
  options.spacing = spacing
  Slots.open(
    index, Album(viewport: viewport, pageCount: pages, poolSize: pool, options: options))
  return Output.end
}

/// Empties a slot.
@_expose(wasm, "close")
@_cdecl("pyramidion_close")
public func closeAlbum(_ slot: Double) -> Int32 {
  guard unsafe Slots.begin(slot) != nil else { return Refused.noSuchSlot }
  Slots.close(slot)
  return Output.end
}

/// Sets one option by its number; `WasmOption` is their list.
@_expose(wasm, "setOption")
@_cdecl("pyramidion_setOption")
public func setOption(_ slot: Double, _ option: Double, _ value: Double) -> Int32 {
  guard let number = whole(option), let option = WasmOption(rawValue: number), value.isFinite else {
    return Refused.badNumber
  }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.set(option, to: value)
  return Slots.events()
}

/// Sets the content inset, and whether content is centred and fitted inside of it.
@_expose(wasm, "setInset")
@_cdecl("pyramidion_setInset")
public func setInset(
  _ slot: Double, _ top: Double, _ left: Double, _ bottom: Double, _ right: Double,
  _ centers: Double, _ fitsInside: Double
) -> Int32 {
  guard (top + left + bottom + right).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let insets = EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  unsafe album.pointee.page.scroll.update(&Slots.log) {
    $0.setContentInset(insets)
    $0.setCentering(centers != 0, fitsInsideInsets: fitsInside != 0)
  }
  return Slots.events()
}

/// Sets the zoom limits: a rule, and numbers that take its place where they are not NaN.
///
/// The rules: 0 none, 1 standard, 2 fit, 3 fill, 4 PhotoScroller, 5 whole pixels.
@_expose(wasm, "setLimits")
@_cdecl("pyramidion_setLimits")
public func setLimits(_ slot: Double, _ rule: Double, _ minimum: Double, _ maximum: Double) -> Int32
{
  guard let limits = zoomLimits(rule, minimum, maximum) else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.page.scroll.update(&Slots.log) { $0.setLimits(limits) }
  return Slots.events()
}

private func zoomLimits(_ rule: Double, _ minimum: Double, _ maximum: Double) -> ZoomLimits? {
  let rules: InlineArray<6, ZoomLimits.Rule> = [
    .none, .standard, .fit, .fill, .photoScroller, .wholePixels,
  ]
  guard let number = whole(rule), number >= 0, number < 6 else { return nil }
  let limits = ZoomLimits(rules[Int(number)], minimum: given(minimum), maximum: given(maximum))
  if let minimum = limits.minimum, !(minimum > 0) { return nil }
  if let maximum = limits.maximum, !(maximum > 0) { return nil }
  return limits
}

/// The view has another size or another screen.
@_expose(wasm, "resize")
@_cdecl("pyramidion_resize")
public func resize(_ slot: Double, _ width: Double, _ height: Double, _ devicePixelRatio: Double)
  -> Int32
{
  guard width > 0, height > 0, devicePixelRatio > 0, (width + height + devicePixelRatio).isFinite
  else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.page.scroll.update(&Slots.log) {
    $0.setDevicePixelRatio(devicePixelRatio)
  }
  unsafe album.pointee.resize(to: Size(width: width, height: height), &Slots.log)
  return Slots.events()
}

/// Says how large a page's image is, in pixels.
@_expose(wasm, "setPage")
@_cdecl("pyramidion_setPage")
public func setPage(_ slot: Double, _ page: Double, _ width: Double, _ height: Double) -> Int32 {
  guard let page = whole(page), width >= 1, height >= 1, (width + height).isFinite else {
    return Refused.badNumber
  }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  let size = Size(width: width, height: height)
  unsafe album.pointee.setContent(size, ofPage: page, &Slots.log)
  return Slots.events()
}
