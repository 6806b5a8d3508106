import Glibc
package import Posix
package import Sandbox

/// A source that is open three times: who reads on from where it stands needs a place of its own,
/// and libvips begins a second picture of a file while the first is not done.
package final class SourceCopies: Sendable {
  private let ours: FileDescriptor
  private let first: FileDescriptor
  private let again: FileDescriptor
  /// Room for a file that this one holds.
  package let scratch: ScratchFile?
  /// Who reads it where no library does.
  package let program: BoxedProgram?

  /// Takes over three descriptors of the same file, each opened by itself.
  ///
  /// - Parameters:
  ///   - ours: for readers of this program's own.
  ///   - first: for libvips.
  ///   - again: for libvips, too.
  ///   - scratch: room for a file that this one may hold.
  ///   - program: who reads it where no library does.
  package init(
    _ ours: CInt, _ first: CInt, _ again: CInt, scratch: ScratchFile? = nil,
    program: BoxedProgram? = nil
  ) {
    self.scratch = scratch
    self.program = program
    self.ours = FileDescriptor(owning: ours)
    self.first = FileDescriptor(owning: first)
    self.again = FileDescriptor(owning: again)
  }

  /// For one reader of this program's own, from the start.
  ///
  /// - Returns: a descriptor that shares its place with those that were taken before.
  package func opened() throws(Errno) -> FileDescriptor {
    let copy = try ours.duplicated()
    _ = try retryingInterrupts { lseek(copy.number, 0, SEEK_SET) }
    return copy
  }

  /// For a reader that says of each byte where it lies, and so disturbs no other.
  ///
  /// - Returns: a descriptor that shares its place with others, and is not to be moved.
  /// - Throws: `Errno` where there is no descriptor left.
  package func openedAnywhere() throws(Errno) -> FileDescriptor {
    try ours.duplicated()
  }

  /// For libvips' first picture of the file.
  var forPicture: CInt { first.number }

  /// For any later one; only the last of them is read.
  var forNextPicture: CInt { again.number }
}
