package import Posix
package import PyramidFormat
import Sources

/// How an open source is to be cut, and what its pyramid is to say of itself.
package struct CutRequest: Codable, Equatable, Sendable {
  package var source: SourceRequest
  /// The source's name, without its folders.
  package var name: String
  /// The version that the pyramid is to carry.
  package var version: String
  package var threads: Int
  /// Whether somebody waits who would look at parts of the picture.
  package var wantsSketches: Bool

  /// - Parameters:
  ///   - source: how it is to be read.
  ///   - name: the source's, without its folders.
  ///   - version: the pyramid's.
  ///   - threads: to cut with.
  ///   - wantsSketches: whether somebody waits who would look at parts of the picture.
  package init(
    _ source: SourceRequest, name: String, version: String, threads: Int,
    wantsSketches: Bool = false
  ) {
    self.source = source
    self.name = name
    self.version = version
    self.threads = threads
    self.wantsSketches = wantsSketches
  }

  /// What the pyramid says of itself.
  ///
  /// - Parameters:
  ///   - status: what the system says of the open source.
  ///   - nominalSize: of a source that can be drawn finer than it is cut.
  /// - Returns: what its index is to have.
  package func description(
    of status: FileStatus, nominalSize: PyramidDescription.NominalSize? = nil
  ) -> PyramidDescription {
    PyramidDescription(
      version: version,
      source: .init(
        name: name, page: source.page, size: status.size, modified: status.modified),
      recipe: source.rules.recipe, nominalSize: nominalSize)
  }
}
