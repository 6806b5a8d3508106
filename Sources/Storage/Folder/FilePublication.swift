import Glibc
package import Posix

/// A file that nobody sees before it is whole: written under a private name in the same folder,
/// and given its real name in one step.
///
/// Whoever lets go of it before ``publish(verifying:)`` leaves nothing behind. Who dies leaves the
/// private file; its lock is gone with its writer, so that the next one can tell.
package final class FilePublication: Sendable {
  /// What private names end in.
  static let suffix = ".partial"

  package let target: FilePath
  /// Where to write; the file is there and empty.
  package let temporaryPath: FilePath
  private let file: FileDescriptor

  /// The open file's, for who is to write to it.
  package var fileNumber: CInt { file.number }

  /// The open file once more, for reading and writing; it outlives the name.
  func duplicated() throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      return try file.duplicated()
    } catch {
      throw FileError("open", temporaryPath, error)
    }
  }

  /// Begins a file of that name; one that has it already is replaced in the end.
  ///
  /// - Parameters:
  ///   - target: its name in the end.
  ///   - ownership: whose it is to be; nil leaves that to the process and its mask.
  /// - Throws: what keeps it from being made.
  package init(of target: FilePath, as ownership: FileOwnership? = nil) throws(FileError) {
    self.target = target
    while true {
      let path = try Self.privateName(for: target)
      do throws(FileError) {
        let file = try FileDescriptor.open(path, [.readingAndWriting, .creating, .exclusive])
        if let ownership { file.give(ownership) }
        do throws(FileError) {
          // A sweeper may have come between: then it is gone, or is going.
          guard try Self.take(file, path) != false else { continue }
        } catch {
          _ = try? FileFolder.remove(path)
          throw error
        }
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

  /// Waits until the bytes are on the disk, and gives the file its name.
  package func publish() throws(FileError) {
    try bringToDisk()
    try reveal()
  }

  /// The same, but for files that whoever looks at them does not take.
  ///
  /// - Parameter verify: reads the file under its private name; what it throws stops everything.
  /// - Throws: why the file has not its name.
  package func publish<Refusal: Error>(
    verifying verify: (FilePath) throws(Refusal) -> Void
  ) throws(PublicationError<Refusal>) {
    do throws(FileError) {
      try bringToDisk()
    } catch {
      throw .unstored(error)
    }
    do throws(Refusal) {
      try verify(temporaryPath)
    } catch {
      throw .refused(error)
    }
    do throws(FileError) {
      try reveal()
    } catch {
      throw .unstored(error)
    }
  }

  private func bringToDisk() throws(FileError) {
    do throws(Errno) {
      try file.synchronize()
    } catch {
      throw FileError("write to disk", temporaryPath, error)
    }
  }

  private func reveal() throws(FileError) {
    try FileFolder.rename(temporaryPath, to: target)
    try FileFolder.synchronize(target.parent)
  }

  /// What a process, a number and the suffix come to at most.
  private static let tailLength = 40

  /// How all private names for a target begin; too long names lose their end, as file systems
  /// take 255 bytes.
  private static func beginning(for target: FilePath) -> [UInt8] {
    let room = FileName.maximumLength - tailLength - 2
    return [UInt8(ascii: ".")] + target.lastComponent.prefix(room) + [UInt8(ascii: ".")]
  }

  /// A hidden name that says whose it is: `.{name}.{process}-{number}.partial`.
  private static func privateName(for target: FilePath) throws(FileError) -> FilePath {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let bytes = beginning(for: target) + "\(getpid())-\(number)\(suffix)".utf8
    guard let name = FileName(bytes: bytes) else {
      throw FileError("create", target, .invalidArgument)
    }
    return target.parent.appending(name)
  }

  /// Locks a private file for its writer.
  ///
  /// - Returns: false where somebody else has it, or its name is gone; nil where the file system has
  ///   no locks. There nothing is swept.
  /// - Throws: what keeps the file from being looked at.
  private static func take(
    _ file: borrowing FileDescriptor, _ path: FilePath
  ) throws(FileError) -> Bool? {
    do throws(Errno) {
      guard try file.lockIfFree() else { return false }
    } catch {
      return nil
    }
    do throws(FileError) {
      return try file.status(called: path).isSameFile(
        as: FileStatus.of(path, followingLinks: false))
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }

  /// Removes what dead writers of a file left beside it, as far as that can be done.
  package static func sweep(_ target: FilePath) {
    sweep(target.parent, namesBeginning: beginning(for: target))
  }

  /// The same for all files of a folder that nobody but writers of this kind uses.
  static func sweep(_ folder: FilePath, namesBeginning beginning: [UInt8] = []) {
    for name in (try? FileFolder.names(in: folder)) ?? []
    where name.bytes.starts(with: beginning) && name.description.hasSuffix(suffix) {
      let path = folder.appending(name)
      guard let file = try? FileDescriptor.open(path, [.reading, .notFollowingLinks]),
        (try? take(file, path)) == true
      else { continue }
      _ = try? FileFolder.remove(path)
    }
  }
}
