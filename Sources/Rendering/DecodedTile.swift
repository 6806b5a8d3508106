/// What was made of a tile.
package enum DecodedTile: Equatable, Sendable {
  /// Its pixels or its stream alone, or luma, blue and red; of pixels, whether any may be clear.
  case made([[UInt8]], hasAlpha: Bool)
  /// Its stream holds other planes than were asked for.
  case otherPlanes
}
