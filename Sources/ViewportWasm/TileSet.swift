#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

/// Which tiles of a view are asked for.
package enum TileSet: Int32, CaseIterable, Sendable {
  case visible = 0
  case placeholder = 1
  case prefetch = 2
  /// What will be visible where the page comes to rest.
  case goal = 3
}
