/// Which source is to be cut, and where its pyramid goes.
package struct CutRequest: Codable, Equatable, Sendable {
  package var source: SourceRequest
  /// The path of an empty file to write the pyramid to.
  package var output: [UInt8] = []
  /// The version that the pyramid is to carry.
  package var version = ""
  package var threads: Int

  /// - Parameters:
  ///   - source: which, and how it is to be cut.
  ///   - threads: to cut with.
  package init(_ source: SourceRequest, threads: Int) {
    self.source = source
    self.threads = threads
  }
}
