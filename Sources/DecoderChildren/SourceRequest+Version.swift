package import Posix
package import Sources

extension SourceRequest {
  /// The version of the pyramid that cutting the source would now give.
  ///
  /// - Parameters:
  ///   - status: the source's, as it is now.
  ///   - format: what its first bytes say.
  /// - Returns: the version.
  /// - Throws: where the source can't be found.
  package func version(of status: FileStatus, _ format: SourceFormat?) throws -> PyramidVersion {
    PyramidVersion(
      of: try FileFolder.canonical(try sourcePath), status: status, page: page, format: format,
      dotsPerInch: dotsPerInch, recipe: recipe)
  }

  /// The path as one.
  package var sourcePath: FilePath {
    get throws(CutFailure) {
      guard let path = FilePath(bytes: path) else {
        throw CutFailure(.source, "the path is empty")
      }
      return path
    }
  }
}
