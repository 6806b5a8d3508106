package import Sources

extension CutFailure {
  /// What is told of a file that is not cut because of what it is.
  ///
  /// - Parameters:
  ///   - refusal: why.
  ///   - limits: by which it was judged.
  package init(_ refusal: SourceRefusal, by limits: CutLimits) {
    let words =
      switch refusal {
      case .empty: "the file is empty"
      case .noImage: "not an image of a kind that can be cut"
      case .switchedOff(let format): format.refusal(way: limits.way(to: format))
      case .noPage(let page, let count): "there is no page \(page): the file has \(count)"
      }
    self.init(.source, words)
  }
}
