import CutQueue
import Posix
import Sources

extension QueuedCut {
  /// - Returns: nil for what has no place in a queue.
  init?(_ order: CutOrder, by rules: CuttingRules) {
    self.init(
      version: order.version.text, source: Array(order.source.bytes),
      sourceBytes: order.sourceBytes, page: order.page,
      recipe: rules.canonicalText(by: order.engine), replaces: order.replaces)
  }
}

extension CutOrder {
  /// - Returns: nil for what names no source.
  init?(_ cut: QueuedCut) {
    guard let version = PyramidVersion(cut.version), let source = FilePath(bytes: cut.source)
    else { return nil }
    self.init(
      version: version, source: source, sourceBytes: cut.sourceBytes, page: cut.page,
      replaces: cut.replaces)
  }
}
