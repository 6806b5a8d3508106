package import Imaging
package import Posix
package import PyramidFile
package import Storage

extension PyramidVersion {
  /// The name of what would be cut from a source now.
  ///
  /// `path`: without links.
  /// `page`: from 1; nil where the file is one image.
  /// `dotsPerInch`: how finely vectors are drawn; it is nothing to other formats.
  package init(
    of path: FilePath, status: FileStatus, page: Int?, format: SourceFormat?, dotsPerInch: Double,
    recipe: PyramidRecipe
  ) {
    self.init(
      path: path, status: status, page: page,
      dotsPerInch: format?.isVector == true ? dotsPerInch : nil, recipe: recipe)
  }
}

extension CutRequest {
  /// The version that carrying the request out would now give.
  func version(of status: FileStatus, _ format: SourceFormat?) throws -> PyramidVersion {
    guard let source = FilePath(bytes: source) else { throw CutError("the path is empty") }
    return PyramidVersion(
      of: try FileFolder.canonical(source), status: status, page: page, format: format,
      dotsPerInch: dotsPerInch, recipe: recipe)
  }
}
