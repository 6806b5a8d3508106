package import Posix
package import PyramidFile
package import Sources

/// A pyramid that is being written; whoever lets go of it before it is published leaves nothing
/// behind.
package protocol PyramidPublication: AnyObject, Sendable {
  var version: PyramidVersion { get }
  /// Where the pyramid is written by this process.
  var temporaryPath: FilePath { get }
  /// The number of the open file, for a child that is to write to it.
  var fileNumber: Int32 { get }

  /// Makes the pyramid durable, lets `verify` look at it, and lets readers see it.
  ///
  /// - Parameter verify: reads the file under its private name; what it throws stops everything.
  /// - Returns: where it lies now.
  /// - Throws: why readers don't see it.
  func publish<Refusal: Error>(
    verifying verify: (FilePath) throws(Refusal) -> Void
  ) throws(PublicationError<Refusal>) -> FilePath

  /// How often other hosts, or this one, have failed to cut it.
  var failuresBefore: Int { get }

  /// Tells other hosts why it can't be cut, where there are any: they don't try at once.
  func fail(_ failure: KnownFailure)
}

extension PyramidPublication {
  package var failuresBefore: Int { 0 }

  package func fail(_ failure: KnownFailure) {}
}

extension PyramidPublication {
  /// Publishes the pyramid once its index is seen to be sound as it lies on the disk.
  ///
  /// - Returns: where it lies now.
  /// - Throws: why readers don't see it.
  package func publish() throws(PublicationError<PyramidProblem>) -> FilePath {
    try publish { path throws(PyramidProblem) in
      if let first = PyramidVerification.ofIndex(path).first { throw first }
    }
  }
}
