import CLinux
import Glibc

/// How a file is opened; always close-on-exec.
package struct FileOpening: OptionSet, Sendable {
  package let rawValue: CInt
  package init(rawValue: CInt) { self.rawValue = rawValue }

  package static let reading = FileOpening(rawValue: O_RDONLY)
  package static let writing = FileOpening(rawValue: O_WRONLY)
  package static let readingAndWriting = FileOpening(rawValue: O_RDWR)
  package static let appending = FileOpening(rawValue: O_APPEND)
  package static let creating = FileOpening(rawValue: O_CREAT)
  /// Fails when the name is taken, even by a dangling link.
  package static let exclusive = FileOpening(rawValue: O_EXCL)
  package static let folder = FileOpening(rawValue: O_DIRECTORY)
  package static let notFollowingLinks = FileOpening(rawValue: O_NOFOLLOW)
  /// A pipe or a device answers at once instead of holding the caller.
  package static let withoutWaiting = FileOpening(rawValue: O_NONBLOCK)
  /// A terminal does not become this process's own.
  package static let notControlling = FileOpening(rawValue: O_NOCTTY)
  /// Only where it lies, to ask what it is: nothing is set off by opening it.
  package static let place = FileOpening(rawValue: pyramidion_O_PATH)
}

extension FileDescriptor {
  package static func open(
    _ path: FilePath, _ how: FileOpening, permissions: UInt32 = 0o644
  ) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      let number = try retryingInterrupts {
        unsafe path.withCString { unsafe Glibc.open($0, how.rawValue | O_CLOEXEC, permissions) }
      }
      return FileDescriptor(owning: number)
    } catch {
      throw FileError(how.contains(.creating) ? "create" : "open", path, error)
    }
  }

  /// Opens what lies beneath a folder and nowhere else.
  ///
  /// `..`, absolute links and links that lead out are refused by the kernel itself (`openat2`,
  /// Linux 5.6). Where that call is missing or forbidden, each component is opened by itself and no
  /// link is followed at all.
  ///
  /// - Throws: `EXDEV` for a path that leaves the folder.
  package func openBeneath(
    _ path: FilePath, _ how: FileOpening
  ) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      return FileDescriptor(owning: try resolvingInKernel(path, how))
    } catch {
      // A sandbox written before the call existed answers EPERM.
      guard error.rawValue == ENOSYS || error.rawValue == EPERM else {
        throw FileError("open", path, error)
      }
    }
    return try openBeneathByComponents(path, how)
  }

  private func resolvingInKernel(_ path: FilePath, _ how: FileOpening) throws(Errno) -> CInt {
    let flags = UInt64(how.rawValue | O_CLOEXEC)
    let rules = UInt64(RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS)
    var attempts = 0
    while true {
      do throws(Errno) {
        return try retryingInterrupts {
          unsafe path.withCString { unsafe pyramidion_openat2(number, $0, flags, 0, rules) }
        }
      } catch {
        // A rename ran beside the walk and the kernel could not tell whether it got out. A lease
        // on the file answers alike, and for longer: never spin on it.
        attempts += 1
        guard error == .wouldBlock, attempts < 32 else { throw error }
      }
    }
  }

  /// The way of ``openBeneath(_:_:)`` for kernels without `openat2`.
  package func openBeneathByComponents(
    _ path: FilePath, _ how: FileOpening
  ) throws(FileError) -> FileDescriptor {
    guard !path.isAbsolute else { throw FileError("open", path, Errno(rawValue: EXDEV)) }
    var current = try opening(.here, beneath: number, [.reading, .folder])
    let parts = path.bytes.split(separator: UInt8(ascii: "/")).filter { $0 != [0x2E] }
    for (index, part) in parts.enumerated() {
      guard let name = FileName(bytes: part), let step = FilePath(bytes: name.bytes) else {
        throw FileError("open", path, Errno(rawValue: EXDEV))
      }
      let last = index == parts.count - 1
      let next = try opening(
        step, beneath: current.number,
        (last ? how : [.reading, .folder]).union(.notFollowingLinks))
      current = next
    }
    return current
  }

  private func opening(
    _ path: FilePath, beneath folder: CInt, _ how: FileOpening
  ) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      let number = try retryingInterrupts {
        unsafe path.withCString { unsafe Glibc.openat(folder, $0, how.rawValue | O_CLOEXEC) }
      }
      return FileDescriptor(owning: number)
    } catch {
      throw FileError("open", path, error)
    }
  }
}
