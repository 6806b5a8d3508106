package import Posix
package import Sources

extension CutRequest {
  /// The version that carrying the request out would now give.
  package func version(of status: FileStatus, _ format: SourceFormat?) throws -> PyramidVersion {
    guard let source = FilePath(bytes: source) else {
      throw CutFailure(.source, "the path is empty")
    }
    return PyramidVersion(
      of: try FileFolder.canonical(source), status: status, page: page, format: format,
      dotsPerInch: dotsPerInch, recipe: recipe)
  }
}
