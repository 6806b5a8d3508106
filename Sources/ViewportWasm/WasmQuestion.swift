#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

private enum Asked {
  nonisolated(unsafe) static var question = ViewQuestion(content: .onePixel)
  nonisolated(unsafe) static var isOpen = false
}

/// Begins a question about a view of an image; what follows is as HTTP and command line have it.
@_expose(wasm, "questionBegin")
@_cdecl("pyramidion_questionBegin")
public func questionBegin(_ width: Double, _ height: Double) -> Int32 {
  Output.begin()
  unsafe Asked.isOpen = false
  guard let image = ImageSize(Size(width: width, height: height)) else { return Refused.badNumber }
  unsafe Asked.question = ViewQuestion(content: image)
  unsafe Asked.isOpen = true
  return Output.end
}

/// Gives one of a question's parameters, by its number in ``QuestionParameter``.
@_expose(wasm, "questionSet")
@_cdecl("pyramidion_questionSet")
public func questionSet(
  _ parameter: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double
) -> Int32 {
  Output.begin()
  guard let number = whole(parameter), let parameter = QuestionParameter(rawValue: number),
    unsafe Asked.isOpen
  else { return Refused.badNumber }
  switch parameter {
  case .bounds: unsafe Asked.question.bounds = Size(width: a, height: b)
  case .zoom: unsafe Asked.question.zoom = a
  case .offset: unsafe Asked.question.offset = Point(x: a, y: b)
  case .rect: unsafe Asked.question.rect = Rect(x: a, y: b, width: c, height: d)
  case .center: unsafe Asked.question.center = Point(x: a, y: b)
  case .inset: unsafe Asked.question.inset = EdgeInsets(top: a, left: b, bottom: c, right: d)
  case .devicePixelRatio: unsafe Asked.question.devicePixelRatio = a
  case .levelsOfDetail:
    guard let count = whole(a) else { return Refused.badNumber }
    unsafe Asked.question.levelsOfDetail = count
  case .levelsOfDetailBias:
    guard let bias = whole(a) else { return Refused.badNumber }
    unsafe Asked.question.levelsOfDetailBias = bias
  case .tileSize:
    guard let side = whole(a), let size = TileSize(side) else { return Refused.badNumber }
    unsafe Asked.question.tileSize = size
  case .minimumZoom: unsafe Asked.question.minimumZoom = a
  case .maximumZoom: unsafe Asked.question.maximumZoom = a
  case .prefetch:
    guard let rings = whole(a) else { return Refused.badNumber }
    unsafe Asked.question.prefetch = rings
  case .centering: unsafe Asked.question.centering = a != 0
  case .biasRule: unsafe Asked.question.biasRule = a != 0 ? .addedToCount : .takenFromCount
  case .levelRule: unsafe Asked.question.levelRule = a != 0 ? .halfPixel : .fineEnough
  case .fitting: unsafe Asked.question.fitting = a == 2 ? .page : a == 1 ? .insets : .bounds
  }
  return Output.end
}

/// Answers the question.
///
/// Ahead: zoom scale, minimum, maximum; content size; offset; content inset; adjusted content
/// inset; visible rectangle; level: reduction, width, height, columns, rows; placeholder's
/// reduction; the number of tiles, of placeholder tiles, of prefetch tiles. Then ten a tile, in
/// that order: column, row, source, frame.
@_expose(wasm, "questionAnswer")
@_cdecl("pyramidion_questionAnswer")
public func questionAnswer() -> Int32 {
  Output.begin()
  guard unsafe Asked.isOpen, let view = try? unsafe Asked.question.answer() else {
    return Refused.badNumber
  }
  let viewport = view.viewport
  let range = viewport.zoomRange
  Output.put(viewport.zoomScale)
  Output.put(range.minimum)
  Output.put(range.maximum)
  Output.put(viewport.contentSize)
  Output.put(viewport.contentOffset)
  Output.put(viewport.contentInset)
  Output.put(viewport.adjustedContentInset)
  Output.put(view.visibleRect)
  Output.put(view.level.reduction.exponent)
  Output.put(Double(view.level.size.width))
  Output.put(Double(view.level.size.height))
  Output.put(view.level.columns)
  Output.put(view.level.rows)
  let placeholder = view.placeholder
  let around = view.prefetch(rings: unsafe Asked.question.prefetch)
  Output.put(placeholder.level.reduction.exponent)
  Output.put(Double(view.visible.count))
  Output.put(Double(placeholder.tiles.count))
  Output.put(Double(around.count - view.visible.count))
  putTiles(of: view, view.visible, leavingOut: .empty, of: view.level, in: .viewPoints)
  putTiles(
    of: view, placeholder.tiles, leavingOut: .empty, of: placeholder.level, in: .viewPoints)
  putTiles(of: view, around, leavingOut: view.visible, of: view.level, in: .viewPoints)
  return Output.end
}
