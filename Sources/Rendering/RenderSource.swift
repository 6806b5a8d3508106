package import PyramidFormat

/// A pyramid that pictures are made of.
package struct RenderSource: Sendable {
  package let pyramid: Pyramid
  /// Tells pyramids apart in caches: never used for another one while the process lives.
  package let key: UInt64

  package init(pyramid: Pyramid, key: UInt64) {
    self.pyramid = pyramid
    self.key = key
  }
}
