package import Posix
package import PyramidFormat

extension PyramidVersion {
  /// The name of what would be cut from a source now.
  ///
  /// - Parameters:
  ///   - path: Without links.
  ///   - status: What the file system says of the source.
  ///   - page: From 1; nil where the file is one image.
  ///   - format: What the source's first bytes say.
  ///   - dotsPerInch: How finely vectors are drawn; it is nothing to other formats.
  ///   - recipe: How the source is cut.
  package init(
    of path: FilePath, status: FileStatus, page: Int?, format: SourceFormat?, dotsPerInch: Double,
    recipe: PyramidRecipe
  ) {
    var recipe = recipe
    // Nothing but JPEG has data that could be taken over: others keep the names that they had.
    if format != .jpeg { recipe.base = .encoded }
    self.init(
      path: path, status: status, page: page,
      dotsPerInch: format?.isVector == true ? dotsPerInch : nil, recipe: recipe)
  }
}
