import CLinux
import Glibc

extension FileDescriptor {
  /// Has the system begin to bring to the disk what was written so far, and waits for none of it.
  ///
  /// Who synchronizes the file afterwards waits for less. Where it can't be done nothing is lost.
  ///
  /// - Parameter number: of an open file.
  package static func beginWriteBack(_ number: CInt) { _ = pyramidion_begin_write_back(number) }
}
