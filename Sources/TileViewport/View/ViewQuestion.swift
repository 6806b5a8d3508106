#if canImport(TileGeometry)
  package import TileGeometry
#endif

/// A question about a view, as HTTP, command line and browser ask it: some numbers given, the
/// others to follow from them.
package struct ViewQuestion: Equatable, Sendable {
  /// The parameters, so that a problem can name the one it is about.
  package enum Parameter: UInt8, Equatable, Sendable {
    case content, bounds, zoom, offset, rect, center, inset, devicePixelRatio
    case levelsOfDetail, levelsOfDetailBias, tileSize, minimumZoom, maximumZoom, prefetch
  }

  package enum Problem: Error, Equatable, Sendable {
    /// A number outside what the parameter allows.
    case notAllowed(Parameter)
    case missing(Parameter)
    /// Both say the same thing, perhaps differently.
    case conflict(Parameter, Parameter)
    case minimumAboveMaximum(minimum: Double, maximum: Double)
    case rectMissesImage
    case tooManyTiles(Int64)
  }

  package static let maximumTiles: Int64 = 10_000
  /// Sides of views and rectangles, in points or pixels.
  package static let maximumLength = 0x1p31
  /// Below a millionth of a point the zoom that fits would vanish, and with it every number.
  package static let minimumLength = 1e-6
  /// Offsets, centres and insets may lie outside the content, but not out of sight.
  package static let maximumCoordinate = 0x1p48
  package static let zoomBounds = 1e-12...65_536.0
  package static let devicePixelRatioBounds = 0.1...16.0
  package static let prefetchBounds: ClosedRange<Int32> = 0...64

  package var content: ImageSize
  /// The finest level there is, where nobody asks for so many levels.
  package var finest = Reduction.full
  package var bounds: Size?
  package var zoom: Double?
  /// In scroll points; by default the top left end of its range.
  package var offset: Point?
  /// In image pixels.
  package var rect: Rect?
  /// In image pixels.
  package var center: Point?
  package var inset = EdgeInsets.zero
  package var devicePixelRatio = 1.0
  package var levelsOfDetail: Int32?
  package var levelsOfDetailBias: Int32?
  package var biasRule = LevelsOfDetail.BiasRule.takenFromCount
  package var tileSize = TileSize.standard
  package var levelRule = Ladder.Rule.fineEnough
  package var minimumZoom: Double?
  package var maximumZoom: Double?
  package var prefetch: Int32 = 1
  package var fitting = Fitting.bounds
  /// Whether content that is smaller than the view is in its middle; nil as ``fitting`` has it.
  package var centering: Bool?

  package init(content: ImageSize) { self.content = content }

  /// The view that the numbers mean, with zoom and offset moved into their ranges.
  package func answer() throws(Problem) -> TileView {
    try check()
    let ladder = try ladder(of: content)
    let viewport = try self.viewport()
    let view = TileView(viewport: viewport, ladder: ladder, levelRule: levelRule)
    let asked = view.prefetch(rings: prefetch).count
    guard asked <= Self.maximumTiles else { throw .tooManyTiles(asked) }
    return view
  }

  private func viewport() throws(Problem) -> Viewport {
    let bounds = try viewBounds()
    var viewport = Viewport(
      content: Size(width: Double(content.width), height: Double(content.height)), bounds: bounds,
      zoomScale: zoom,
      limits: ZoomLimits(
        fitting == .page ? .wholePixels : .standard, minimum: minimumZoom, maximum: maximumZoom),
      contentInset: inset, centersContent: centering ?? (fitting == .page),
      fitsInsideInsets: fitting != .bounds, devicePixelRatio: devicePixelRatio)
    let range = viewport.zoomRange
    guard range.minimum <= range.maximum else {
      throw .minimumAboveMaximum(minimum: range.minimum, maximum: range.maximum)
    }
    if let rect {
      let shows = zoom ?? Fit.aspectFit(rect.size, in: bounds)
      viewport.move(to: viewport.goal(centering: rect.center, zoomScale: shows))
    } else if let center {
      viewport.move(to: viewport.goal(centering: center, zoomScale: viewport.zoomScale))
    } else if let offset {
      viewport.setContentOffset(offset)
    }
    return viewport
  }

  /// The view's size: as given, or as a rectangle with a zoom says.
  private func viewBounds() throws(Problem) -> Size {
    if let bounds { return bounds }
    guard let rect else { throw .missing(.bounds) }
    guard let zoom else { throw .missing(.zoom) }
    let size = rect.size * zoom
    guard Self.isLength(size.width), Self.isLength(size.height) else { throw .notAllowed(.rect) }
    return size
  }

  /// The levels of an image.
  func ladder(of size: ImageSize) throws(Problem) -> Ladder {
    guard levelsOfDetail != nil || levelsOfDetailBias != nil else {
      return Ladder(imageSize: size, tileSize: tileSize).reaching(finest)
    }
    guard let levelsOfDetail else { throw .missing(.levelsOfDetail) }
    let bias = levelsOfDetailBias ?? 0
    guard let levels = LevelsOfDetail(count: levelsOfDetail, bias: bias, rule: biasRule) else {
      let countIsBad = !LevelsOfDetail.countBounds.contains(levelsOfDetail)
      throw .notAllowed(countIsBad ? .levelsOfDetail : .levelsOfDetailBias)
    }
    return Ladder(imageSize: size, tileSize: tileSize, levelsOfDetail: levels)
  }

  private func check() throws(Problem) {
    if rect != nil, offset != nil { throw .conflict(.rect, .offset) }
    if rect != nil, center != nil { throw .conflict(.rect, .center) }
    if center != nil, offset != nil { throw .conflict(.center, .offset) }
    if rect != nil, bounds != nil, zoom != nil { throw .conflict(.bounds, .zoom) }
    if let bounds, !(Self.isLength(bounds.width) && Self.isLength(bounds.height)) {
      throw .notAllowed(.bounds)
    }
    if let zoom, !Self.zoomBounds.contains(zoom) { throw .notAllowed(.zoom) }
    if let offset, !Self.isCoordinate(offset) { throw .notAllowed(.offset) }
    if let center, !Self.isCoordinate(center) { throw .notAllowed(.center) }
    if let rect { try check(rect) }
    // A sum, unlike a maximum, lets no NaN slip through.
    let insets = abs(inset.top) + abs(inset.left) + abs(inset.bottom) + abs(inset.right)
    if !(insets <= Self.maximumLength) { throw .notAllowed(.inset) }
    if !Self.devicePixelRatioBounds.contains(devicePixelRatio) {
      throw .notAllowed(.devicePixelRatio)
    }
    if let minimumZoom, !Self.zoomBounds.contains(minimumZoom) { throw .notAllowed(.minimumZoom) }
    if let maximumZoom, !Self.zoomBounds.contains(maximumZoom) { throw .notAllowed(.maximumZoom) }
    if !Self.prefetchBounds.contains(prefetch) { throw .notAllowed(.prefetch) }
  }

  private func check(_ rect: Rect) throws(Problem) {
    guard Self.isLength(rect.width), Self.isLength(rect.height), Self.isCoordinate(rect.origin)
    else { throw .notAllowed(.rect) }
    let image = Rect(
      x: 0, y: 0, width: Double(content.width), height: Double(content.height))
    guard !rect.intersection(image).isEmpty else { throw .rectMissesImage }
  }

  private static func isLength(_ length: Double) -> Bool {
    length >= minimumLength && length <= maximumLength
  }

  private static func isCoordinate(_ point: Point) -> Bool {
    abs(point.x) <= maximumCoordinate && abs(point.y) <= maximumCoordinate
  }
}
