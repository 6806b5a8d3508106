/// What a child of the nursery is for.
package enum NurseryRole: UInt8, CaseIterable, Sendable {
  /// Reads one image, writes its pyramid, and ends.
  case cutter = 1
  /// Decodes tiles of pyramids, one after another, until it is killed.
  case tileDecoder = 2
}
