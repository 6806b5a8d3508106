import Glibc
package import Posix

/// A file that nobody sees before it is whole: written under a private name in the same folder,
/// and given its real name in one step.
///
/// Whoever lets go of it before ``publish(verifying:)`` leaves nothing behind.
package final class FilePublication: Sendable {
  /// What private names end in.
  static let suffix = ".partial"

  package let target: FilePath
  /// Where to write; the file is there and empty.
  package let temporaryPath: FilePath
  private let file: FileDescriptor

  /// Begins a file of that name; one that has it already is replaced in the end.
  package init(of target: FilePath) throws(FileError) {
    self.target = target
    while true {
      let path = try Self.privateName(for: target)
      do throws(FileError) {
        let file = try FileDescriptor.open(path, [.readingAndWriting, .creating, .exclusive])
        self.temporaryPath = path
        self.file = file
        return
      } catch {
        // Another writer drew the same number: draw again.
        guard error.errno == .fileExists else { throw error }
      }
    }
  }

  deinit {
    // After publishing the private name is gone and this does nothing.
    _ = try? FileFolder.remove(temporaryPath)
  }

  /// Waits until the bytes are on the disk, lets `verify` look at them, and gives the file its name.
  ///
  /// `verify` reads the file under its private name; what it throws stops everything.
  package func publish(verifying verify: (FilePath) throws -> Void) throws {
    do throws(Errno) {
      try file.synchronize()
    } catch {
      throw FileError("write to disk", temporaryPath, error)
    }
    try verify(temporaryPath)
    try FileFolder.rename(temporaryPath, to: target)
    try FileFolder.synchronize(target.parent)
  }

  /// A hidden name that says whose it is: `.{name}.{process}-{number}.partial`.
  ///
  /// Too long names lose their end, as file systems take 255 bytes.
  private static func privateName(for target: FilePath) throws(FileError) -> FilePath {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let tail = ".\(getpid())-\(number)\(suffix)"
    let room = FileName.maximumLength - tail.utf8.count - 1
    let bytes = [UInt8(ascii: ".")] + target.lastComponent.prefix(room) + tail.utf8
    guard let name = FileName(bytes: bytes) else {
      throw FileError("create", target, .invalidArgument)
    }
    return target.parent.appending(name)
  }
}
