package import ImageRequest
package import TileGeometry

/// What the pictures of one view need of the blocks that are drawn for them: a block at the view's edge
/// is drawn no farther than that.
package struct WantedParts: Sendable {
  private var parts: [DrawnBlock: PixelRect] = [:]

  package init() {}

  /// Adds a picture of the view; one that is made of several blocks, or of none, wants nothing.
  package mutating func add(_ plan: ImagePlan, of source: RenderSource) {
    guard let (block, part) = source.blockPart(of: plan) else { return }
    parts[block] = parts[block]?.union(part) ?? part
  }

  /// What is wanted of the block that a picture is made of, in pixels of its level.
  ///
  /// - Returns: nil where nobody has said.
  package func around(_ plan: ImagePlan, of source: RenderSource) -> PixelRect? {
    guard !parts.isEmpty else { return nil }
    return source.block(of: plan).flatMap { parts[$0] }
  }
}
