package import Posix
package import PyramidFormat

/// How sources are cut here: what, beside the source itself, decides which pyramid is its own.
package struct CuttingRules: Sendable {
  package let recipe: PyramidRecipe
  /// How finely vector sources are drawn.
  package let dotsPerInch: Double
  /// Whether formats are cut whose decoders aren't counted as fit for files from strangers.
  package let allowsUntrusted: Bool

  package init(recipe: PyramidRecipe, dotsPerInch: Double, allowsUntrusted: Bool) {
    self.recipe = recipe
    self.dotsPerInch = dotsPerInch
    self.allowsUntrusted = allowsUntrusted
  }

  /// The name of what would be cut from a source by these rules.
  ///
  /// - Parameters:
  ///   - path: Without links.
  ///   - status: What the file system says of the source.
  ///   - page: From 1; nil where the file is one image.
  ///   - format: What the source's first bytes say.
  /// - Returns: The same name for the same source, unchanged.
  package func version(
    of path: FilePath, status: FileStatus, page: Int?, format: SourceFormat?
  ) -> PyramidVersion {
    PyramidVersion(
      of: path, status: status, page: page, format: format, dotsPerInch: dotsPerInch,
      recipe: recipe)
  }
}
