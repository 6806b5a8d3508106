package import Fetching
package import Posix

/// Why an object could not be copied here.
package enum FarCopyError: Error, Equatable, Sendable {
  case unavailable(FetchingUnavailable)
  case failed(FetchError)
  /// In bytes: how large it is, and how large it may be.
  case tooLarge(Int64, limit: Int64)
  /// It does not say how large it is, and went on for too long.
  case endless(limit: Int64)
  /// It came, and could not be kept.
  case disk(FileError)
  case stopped
}

extension FarCopyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unavailable(let reason): "\(reason)"
    case .failed(let error): "\(error)"
    case .tooLarge(let size, let limit): "it has \(size) bytes, and may have \(limit)"
    case .endless(let limit):
      "an answer that does not say how long it is goes on for more than \(limit) bytes"
    case .disk(let error): "\(error)"
    case .stopped: "interrupted"
    }
  }
}
