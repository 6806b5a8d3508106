/// How far a list of images has been gone through, by many at once and in any order.
///
/// Whoever takes a listing over begins behind the images that are all done with, and misses none.
package struct ListedSoFar: Sendable {
  /// So many from the beginning are done with.
  package private(set) var count = 0
  /// Of those.
  package private(set) var failed = 0
  /// Behind them: what of an image is left to do, and whether something of it failed.
  private var open: [Int: (left: Int, hasFailed: Bool)] = [:]

  package init() {}

  /// A document is as many images as it has pages.
  package mutating func spread(_ index: Int, into pages: Int) {
    open[index, default: (1, false)].left += pages
    finish(index, failed: false)
  }

  package mutating func finish(_ index: Int, failed hasFailed: Bool) {
    guard index >= count else { return }
    var image = open[index] ?? (1, false)
    image.left -= 1
    image.hasFailed = image.hasFailed || hasFailed
    open[index] = image
    while let first = open[count], first.left <= 0 {
      open[count] = nil
      failed += first.hasFailed ? 1 : 0
      count += 1
    }
  }
}
