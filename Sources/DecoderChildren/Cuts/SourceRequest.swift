package import Sources

/// How an open source is to be read, and how it would be cut.
package struct SourceRequest: Codable, Equatable, Sendable {
  /// The page of a document, from 1; nil where the file is one image.
  package var page: Int?
  package var rules: CuttingRules
  package var limits: CutLimits
  /// Whether a document's labels and outline are looked at: some go round in circles, and whoever cuts
  /// can do without.
  package var readsNames = false

  /// - Parameters:
  ///   - page: of a document, from 1; nil where the file is one image.
  ///   - rules: how it is to be cut.
  ///   - limits: what it may cost.
  package init(page: Int? = nil, rules: CuttingRules, limits: CutLimits) {
    self.page = page
    self.rules = rules
    self.limits = limits
  }

  /// The page that is meant, whether or not somebody said which.
  package var pageNumber: Int { page ?? SourceResolution.firstPage }
}
