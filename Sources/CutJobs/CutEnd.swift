/// What asking for a cut came to.
package enum CutEnd: Equatable, Sendable {
  case done
  case refused(CutRefusal)
  /// It goes on, but what who asked can be content with is there.
  case shown(PreviewPyramid)
  /// It goes on, but who asked has waited long enough.
  case late(CutProgress)
}
