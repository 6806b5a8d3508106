package import Posix
package import PyramidFile
import PyramidFormat
package import Sources

/// What verifying one file came to.
package struct VerifiedPyramid: Sendable {
  package let path: FilePath
  /// Nil for a file that lies in no store.
  package let version: PyramidVersion?
  package let bytes: Int64
  package let verification: PyramidVerification?
  package private(set) var problems: [PyramidProblem]
  /// Whether the file was taken out of the store for its problems.
  package internal(set) var isRemoved = false

  /// The image that it was cut from, as its description has it.
  package var source: String? { verification?.pyramid?.description?.source.image }

  /// Verifies a file wherever it lies.
  ///
  /// A file of the store must also be the pyramid that its name says.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - version: what a store's name for it says.
  ///   - deep: whether tiles are read.
  ///   - decoder: decodes them, where that is wanted too.
  ///   - open: opens it.
  package init(
    _ path: FilePath, version: PyramidVersion? = nil, deep: Bool,
    decoder: PyramidVerification.Decoder? = nil,
    open: (FilePath) throws(FileError) -> LocalFile = { path throws(FileError) in
      try LocalFile(path)
    }
  ) {
    self.path = path
    self.version = version
    do throws(FileError) {
      let file = try open(path)
      let verification = PyramidVerification(file, deep: deep, decoder: decoder)
      self.bytes = file.byteCount
      self.verification = verification
      self.problems = verification.problems
      guard let version, problems.isEmpty else { return }
      if let named = verification.pyramid?.description?.version, named != version.text {
        problems.append(PyramidProblem(.name, "the file holds the pyramid \(named)"))
      } else if !verification.isOurs {
        problems.append(PyramidProblem(.index, "the file has no checksums"))
      }
    } catch {
      self.bytes = 0
      self.verification = nil
      self.problems = [PyramidProblem(.unreadable, error.description)]
    }
  }
}

extension VerifiedPyramid {
  /// What a file is found to be, in the words that scripts are told.
  package enum Standing: String, Sendable {
    case sound, damaged
    /// Nobody can tell whether it is damaged.
    case unreadable
    /// A sound file of another kind, as far as anybody can tell; never one of a store.
    case notAPyramid
  }

  package var standing: Standing {
    if problems.isEmpty { return .sound }
    let kinds = Set(problems.map(\.kind))
    if kinds == [.unreadable] { return .unreadable }
    return version == nil && kinds.isSubset(of: [.notPyramid, .notTIFF]) ? .notAPyramid : .damaged
  }
}
