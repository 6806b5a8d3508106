#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

// Fingers and time; times are in seconds.

/// A finger comes down, at a view point.
@_expose(wasm, "touchDown")
@_cdecl("pyramidion_touchDown")
public func touchDown(_ slot: Double, _ pointer: Double, _ x: Double, _ y: Double, _ time: Double)
  -> Int32
{
  guard let pointer = whole(pointer), (x + y + time).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.touchDown(
    pointer, at: Point(x: x, y: y), time: time, &Slots.log)
  return Slots.events()
}

/// A finger has moved.
@_expose(wasm, "touchMoved")
@_cdecl("pyramidion_touchMoved")
public func touchMoved(_ slot: Double, _ pointer: Double, _ x: Double, _ y: Double, _ time: Double)
  -> Int32
{
  guard let pointer = whole(pointer), (x + y + time).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.touchMoved(
    pointer, at: Point(x: x, y: y), time: time, &Slots.log)
  return Slots.events()
}

/// A finger lifts.
@_expose(wasm, "touchUp")
@_cdecl("pyramidion_touchUp")
public func touchUp(_ slot: Double, _ pointer: Double, _ x: Double, _ y: Double, _ time: Double)
  -> Int32
{
  guard let pointer = whole(pointer), (x + y + time).isFinite else { return Refused.badNumber }
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.touchUp(
    pointer, at: Point(x: x, y: y), time: time, &Slots.log)
  return Slots.events()
}

/// The system took all touches away.
@_expose(wasm, "touchesCancelled")
@_cdecl("pyramidion_touchesCancelled")
public func touchesCancelled(_ slot: Double) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.touchesCancelled(&Slots.log)
  return Slots.events()
}

/// Lets some seconds pass.
@_expose(wasm, "tick")
@_cdecl("pyramidion_tick")
public func tick(_ slot: Double, _ step: Double) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.tick(step, &Slots.log)
  return Slots.events()
}

/// Lets time pass up to a moment on the clock of the touches.
@_expose(wasm, "advance")
@_cdecl("pyramidion_advance")
public func advance(_ slot: Double, _ time: Double) -> Int32 {
  guard let album = unsafe Slots.begin(slot) else { return Refused.noSuchSlot }
  unsafe album.pointee.advance(to: time, &Slots.log)
  return Slots.events()
}
