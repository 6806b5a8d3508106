package import TileGeometry

/// What a cut shows of a large image before its pyramid is whole: a file like a pyramid, without the
/// tiles of the finest levels.
package enum CutPreview {
  /// The finest level that has its tiles: an eighth.
  package static let finest = Reduction(clamping: 3)
  /// What is smaller is cut before anybody would see a preview of it.
  package static let fewestPixels = 1 << 26
  /// The shortest source that can be worth one.
  package static let fewestSourceBytes: Int64 = 1 << 22
  /// What the file may take of memory, by far more than previews do.
  package static let mostBytes = 1 << 26
}
