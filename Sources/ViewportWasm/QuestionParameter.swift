#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

/// What ``questionSet(_:_:_:_:_:)`` can set.
package enum QuestionParameter: Int32, CaseIterable, Sendable {
  case bounds = 1
  case zoom, offset, rect, center, inset, devicePixelRatio
  case levelsOfDetail, levelsOfDetailBias, tileSize, minimumZoom, maximumZoom, prefetch
  /// Whether content is kept in the middle.
  case centering
  /// 0 taken from the count of levels, 1 added to it.
  case biasRule
  /// 0 fine enough, 1 half a pixel.
  case levelRule
  /// 0 the whole view, 1 inside the insets, 2 as our own page.
  case fitting
}
