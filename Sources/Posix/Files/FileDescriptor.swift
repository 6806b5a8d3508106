import Glibc

/// An open descriptor with one owner: it closes when its owner lets go.
///
/// `deinit` ignores what closing says; whoever writes and must know uses ``close()``.
package struct FileDescriptor: ~Copyable, Sendable {
  package let number: CInt

  /// Takes ownership of a descriptor that nothing else will close.
  package init(owning number: CInt) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Closes and says what went wrong.
  ///
  /// Never retried: on Linux the number is free again even when the call was interrupted.
  package consuming func close() throws(Errno) {
    let number = self.number
    discard self
    guard Glibc.close(number) == 0 else {
      let error = Errno.current
      if error == .interrupted { return }
      throw error
    }
  }

  /// Gives the number away; the caller closes it.
  package consuming func release() -> CInt {
    let number = self.number
    discard self
    return number
  }
}
