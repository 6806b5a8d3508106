package import Posix
package import PyramidFormat

/// Which source is to be opened, and how it would be cut.
package struct SourceRequest: Codable, Equatable, Sendable {
  /// The path; bytes, since Linux has no letters in file names.
  package var path: [UInt8]
  /// The page of a document, from 1; nil where the file is one image.
  package var page: Int?
  package var recipe: PyramidRecipe
  package var limits: CutLimits
  /// How finely vectors are drawn.
  package var dotsPerInch: Double

  /// How finely vectors are drawn when nobody says otherwise.
  package static let standardDotsPerInch = 150.0

  /// - Parameters:
  ///   - path: the source's.
  ///   - page: of a document, from 1; nil where the file is one image.
  ///   - recipe: how it is to be cut.
  ///   - limits: what it may cost.
  ///   - dotsPerInch: how finely vectors are drawn.
  package init(
    path: FilePath, page: Int? = nil, recipe: PyramidRecipe, limits: CutLimits,
    dotsPerInch: Double
  ) {
    self.path = Array(path.bytes)
    self.page = page
    self.recipe = recipe
    self.limits = limits
    self.dotsPerInch = dotsPerInch
  }
}
