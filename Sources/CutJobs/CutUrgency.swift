/// Who wants a pyramid: somebody who has opened the image goes before a wall of small pictures.
package enum CutUrgency: Int, Comparable, Sendable {
  /// An overview of many images, or nobody.
  case background
  case opened

  package static func < (left: CutUrgency, right: CutUrgency) -> Bool {
    left.rawValue < right.rawValue
  }
}
