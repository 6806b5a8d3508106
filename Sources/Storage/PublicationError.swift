package import Posix

/// Why a file that was written has not its name.
package enum PublicationError<Refusal: Error>: Error {
  /// It can't be stored.
  case unstored(FileError)
  /// Whoever looked at it does not take it.
  case refused(Refusal)
}

extension PublicationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unstored(let error): "\(error)"
    case .refused(let refusal): "\(refusal)"
    }
  }
}
