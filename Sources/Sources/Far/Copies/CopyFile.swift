import Posix

/// A file for a copy.
struct CopyFile: ~Copyable {
  let descriptor: FileDescriptor
  /// Whether it lies in memory because the disk of copies fails.
  let isRefuge: Bool
  /// Where it is found again after a restart; nil for a file without a name.
  let name: KeptName?

  init(
    _ descriptor: consuming FileDescriptor, isRefuge: Bool = false, called name: KeptName? = nil
  ) {
    self.descriptor = descriptor
    self.isRefuge = isRefuge
    self.name = name
  }

  consuming func take() -> FileDescriptor { descriptor }
}
