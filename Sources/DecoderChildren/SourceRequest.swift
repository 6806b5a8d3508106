package import PyramidFormat

/// How an open source is to be read, and how it would be cut.
package struct SourceRequest: Codable, Equatable, Sendable {
  /// The page of a document, from 1; nil where the file is one image.
  package var page: Int?
  package var recipe: PyramidRecipe
  package var limits: CutLimits
  /// How finely vectors are drawn.
  package var dotsPerInch: Double

  /// How finely vectors are drawn when nobody says otherwise.
  package static let standardDotsPerInch = 150.0

  /// - Parameters:
  ///   - page: of a document, from 1; nil where the file is one image.
  ///   - recipe: how it is to be cut.
  ///   - limits: what it may cost.
  ///   - dotsPerInch: how finely vectors are drawn.
  package init(page: Int? = nil, recipe: PyramidRecipe, limits: CutLimits, dotsPerInch: Double) {
    self.page = page
    self.recipe = recipe
    self.limits = limits
    self.dotsPerInch = dotsPerInch
  }
}
