package import Posix
package import PyramidFormat

extension TIFFError {
  /// What kept a file from being read; nil where it was read, and its bytes are wrong.
  package var fileError: FileError? {
    guard case .source(let failure) = self else { return nil }
    return failure.cause as? FileError
  }
}
