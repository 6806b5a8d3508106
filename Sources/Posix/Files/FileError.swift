/// A file call that failed: what was tried, on what, and why it did not work.
package struct FileError: Error, Equatable, Sendable {
  package let action: String
  package let path: String
  package let errno: Errno
  /// More than the number says, where it stands for something that is no file here.
  private let reason: String?
  /// The same for who runs this host; nil where that says no more.
  private let details: String?

  package init(
    _ action: String, _ path: String, _ errno: Errno, _ reason: String? = nil,
    details: String? = nil
  ) {
    self.action = action
    self.path = path
    self.errno = errno
    self.reason = reason
    self.details = details
  }

  package init(_ action: String, _ path: FilePath, _ errno: Errno, _ reason: String? = nil) {
    self.init(action, path.description, errno, reason)
  }

  /// Why it did not work, in words that name no place.
  package var words: String { reason ?? errno.description }
}

extension FileError: CustomStringConvertible {
  /// For who runs this host.
  package var description: String { "cannot \(action) \(path): \(details ?? words)" }
}
