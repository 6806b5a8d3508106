import Glibc
import Posix

/// A folder of its own for one test; it goes with the test.
final class TemporaryFolder {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/pyramidion.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Errno.current }
    guard let path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) }) else {
      throw Errno.invalidArgument
    }
    self.path = path
  }

  deinit { Self.remove(path) }

  /// A path below this folder.
  func callAsFunction(_ name: String) throws -> FilePath {
    guard let path = FilePath("\(path)/\(name)") else { throw Errno.invalidArgument }
    return path
  }

  func write(_ text: String, to name: String) throws {
    let file = try FileDescriptor.open(try self(name), [.writing, .creating])
    try unsafe file.write(Array(text.utf8).span.bytes, at: 0)
  }

  func link(_ name: String, to target: String) throws {
    guard unsafe symlink(target, "\(path)/\(name)") == 0 else { throw Errno.current }
  }

  func makePipe(_ name: String) throws {
    guard unsafe mkfifo("\(path)/\(name)", 0o600) == 0 else { throw Errno.current }
  }

  private static func remove(_ path: FilePath) {
    if let status = try? FileStatus.of(path, followingLinks: false), status.kind == .folder {
      for name in (try? FileFolder.names(in: path)) ?? [] { remove(path.appending(name)) }
      _ = unsafe path.withCString { unsafe rmdir($0) }
    } else {
      _ = try? FileFolder.remove(path)
    }
  }
}
