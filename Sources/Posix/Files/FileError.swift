/// A file call that failed: what was tried, on what, and why it did not work.
package struct FileError: Error, Equatable, Sendable {
  package let action: String
  package let path: String
  package let errno: Errno

  package init(_ action: String, _ path: String, _ errno: Errno) {
    self.action = action
    self.path = path
    self.errno = errno
  }

  package init(_ action: String, _ path: FilePath, _ errno: Errno) {
    self.init(action, path.description, errno)
  }
}

extension FileError: CustomStringConvertible {
  package var description: String { "cannot \(action) \(path): \(errno)" }
}
