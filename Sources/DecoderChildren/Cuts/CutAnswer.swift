/// What a decoding process answers; each a message.
///
/// The last of a task is `examined`, `counted`, `written`, `done`, `compared`, `failed` or `unequipped`.
package enum CutAnswer: Codable, Equatable, Sendable {
  case examined(SourceFacts)
  case counted(pages: Int)
  /// What was asked of a document is written.
  case written
  case begun(SourceFacts)
  /// The source's own code words can't be taken over after all: why not.
  case otherRoad(String)
  /// The preview is written.
  case previewed
  /// Tiles can be wished for from now on, each with its ``TileWish`` over the same line.
  case takesWishes
  /// What became of a wish.
  case tile(WishedTile)
  /// The share of the tiles that is written, 0 to 1.
  case progress(Double)
  /// What of the picture there is to see by now, in small.
  case sketch(Sketch)
  /// The pyramid is written; what it is, the file says.
  case done
  case compared(Comparison)
  case failed(CutFailure)
  /// It takes a library that this process does not have; one that was made with it can.
  case unequipped
}
