package import Posix
package import Sources

/// What verifying one file of a ``DocumentShelf`` came to.
package struct VerifiedDescription: Sendable {
  package let path: FilePath
  package let version: PyramidVersion
  package let kind: DocumentShelf.Kind
  package let standing: VerifiedPyramid.Standing
  /// What is wrong with it; nil where nothing is.
  package let problem: String?
  package let isRemoved: Bool
}

extension DocumentShelf {
  /// Verifies all that is kept of documents.
  ///
  /// What can't be read at all is left alone, as pyramids are. Somebody may have put a sound one in
  /// place of what is removed just now: then its document is read again, and nothing else is lost.
  ///
  /// - Parameter repairing: whether what is damaged is removed.
  /// - Returns: a finding a file, in order of names.
  /// - Throws: why nobody knows what is there, or what keeps a damaged one there.
  package func verify(repairing: Bool) throws(FileError) -> [VerifiedDescription] {
    var found: [VerifiedDescription] = []
    let files = try files().map { (path($0.kind, of: $0.version), $0.version, $0.kind) }
    for (path, version, kind) in files.sorted(by: { $0.0.description < $1.0.description }) {
      var (standing, problem, isRemoved) = (VerifiedPyramid.Standing.sound, String?.none, false)
      do throws(Fault) {
        _ = try believed(kind, of: version)
      } catch {
        switch error {
        // It was replaced by another version's meanwhile.
        case .unreadable(let error) where error.errno == .noSuchFile: continue
        case .unreadable(let error): (standing, problem) = (.unreadable, error.description)
        case .damaged(let reason):
          (standing, problem) = (.damaged, reason)
          if repairing { isRemoved = try FileFolder.remove(path) }
        }
      }
      found.append(
        VerifiedDescription(
          path: path, version: version, kind: kind, standing: standing, problem: problem,
          isRemoved: isRemoved))
    }
    return found
  }
}
