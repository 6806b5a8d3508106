#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

/// The exponential and the logarithm that everything here computes with.
@_expose(wasm, "elementary")
@_cdecl("pyramidion_elementary")
public func elementary(_ x: Double) -> Int32 {
  Output.begin()
  Output.put(Elementary.exp(x))
  Output.put(Elementary.log(x))
  return Output.end
}

/// How far content shows past its edge.
@_expose(wasm, "rubberBand")
@_cdecl("pyramidion_rubberBand")
public func rubberBand(_ distance: Double, _ dimension: Double) -> Int32 {
  Output.begin()
  Output.put(RubberBand.shown(distance, dimension: dimension))
  return Output.end
}

/// Coasting from 0: rest, duration within a tolerance, position and velocity after some time.
///
/// The rate is 0 for normal, 1 for fast.
@_expose(wasm, "deceleration")
@_cdecl("pyramidion_deceleration")
public func deceleration(
  _ velocity: Double, _ rate: Double, _ tolerance: Double, _ time: Double
) -> Int32 {
  Output.begin()
  let coast = Deceleration(start: 0, velocity: velocity, rate: rate == 0 ? .normal : .fast)
  Output.put(coast.rest)
  Output.put(coast.duration(within: tolerance))
  Output.put(coast.position(at: time))
  Output.put(coast.velocity(at: time))
  return Output.end
}

/// A spring back to 0: its position after some time, and its duration within a tolerance.
@_expose(wasm, "spring")
@_cdecl("pyramidion_spring")
public func spring(
  _ start: Double, _ velocity: Double, _ tolerance: Double, _ time: Double
) -> Int32 {
  Output.begin()
  let spring = Spring(start: start, target: 0, velocity: velocity)
  Output.put(spring.position(at: time))
  Output.put(spring.duration(within: tolerance))
  return Output.end
}

/// The rectangle of image pixels that fills a view at a scale around a centre.
@_expose(wasm, "zoomRect")
@_cdecl("pyramidion_zoomRect")
public func zoomRect(
  _ boundsWidth: Double, _ boundsHeight: Double, _ scale: Double, _ x: Double, _ y: Double
) -> Int32 {
  Output.begin()
  let size = Size(width: boundsWidth, height: boundsHeight)
  let viewport = Viewport(content: size, bounds: size)
  guard let rect = viewport.zoomRect(scale: scale, center: Point(x: x, y: y)) else {
    return Refused.badNumber
  }
  Output.put(rect)
  return Output.end
}

/// The page at an offset, and the one a release there comes to rest at.
@_expose(wasm, "paging")
@_cdecl("pyramidion_paging")
public func paging(
  _ offset: Double, _ velocity: Double, _ startPage: Double, _ length: Double
) -> Int32 {
  Output.begin()
  Output.put(PageStrip.page(at: offset, length: length))
  Output.put(
    PagingRule().page(
      releasedAt: offset, velocity: velocity, startPage: startPage, length: length))
  return Output.end
}

/// A loupe's content offset over a point of a page.
@_expose(wasm, "loupeOffset")
@_cdecl("pyramidion_loupeOffset")
public func loupeOffset(
  _ x: Double, _ y: Double, _ pageWidth: Double, _ pageHeight: Double, _ side: Double,
  _ ratio: Double
) -> Int32 {
  Output.begin()
  let loupe = Loupe(size: Size(width: side, height: side), ratio: ratio)
  Output.put(
    loupe.contentOffset(
      over: Point(x: x, y: y), page: Size(width: pageWidth, height: pageHeight)))
  return Output.end
}

/// A bubble's frame next to a point, its arrow's edge (0 bottom, 1 top, 2 right, 3 left) and tip.
@_expose(wasm, "popover")
@_cdecl("pyramidion_popover")
public func popover(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ screenWidth: Double,
  _ screenHeight: Double, _ gap: Double
) -> Int32 {
  Output.begin()
  let popover = Popover(
    at: Point(x: x, y: y), size: Size(width: width, height: height),
    screen: Rect(x: 0, y: 0, width: screenWidth, height: screenHeight), gap: gap)
  Output.put(popover.frame)
  Output.put(Int32(popover.arrow.rawValue))
  Output.put(popover.tip)
  return Output.end
}

/// A caption's size: its text's width, and the whole's height for a text of some height.
@_expose(wasm, "caption")
@_cdecl("pyramidion_caption")
public func caption(_ width: Double, _ labelHeight: Double) -> Int32 {
  Output.begin()
  let layout = CaptionLayout()
  Output.put(layout.labelWidth(width: width))
  Output.put(layout.contentSize(width: width, labelHeight: labelHeight))
  return Output.end
}
