import Posix

/// The file by which clients find a Unix domain socket of ours.
struct SocketFile: Sendable {
  /// Something else has the name that a socket is to have.
  struct NoSocket: Error, CustomStringConvertible {
    let path: FilePath
    var description: String { "\(path) is there already and is no socket" }
  }

  private let path: FilePath
  private let status: FileStatus

  /// - Throws: what keeps the file from being looked at.
  init(at path: FilePath) throws(FileError) {
    self.path = path
    status = try FileStatus.of(path, followingLinks: false)
  }

  static func path(of address: SocketAddress) -> FilePath? {
    address.unixPath.flatMap { FilePath($0) }
  }

  /// Removes the file, unless another server has put its own there meanwhile.
  ///
  /// What can't be looked at or removed is left: the next one to listen there is told why.
  func remove() {
    guard let now = try? FileStatus.of(path, followingLinks: false), now.isSameFile(as: status)
    else { return }
    _ = try? FileFolder.remove(path)
  }

  /// Removes a socket whose server is gone, which would keep the next one from listening.
  ///
  /// - Parameters:
  ///   - path: where a socket is to be.
  ///   - address: the same as an address.
  /// - Throws: ``NoSocket`` for what somebody may want to keep.
  static func removeAbandoned(_ path: FilePath, of address: SocketAddress) throws {
    let status: FileStatus
    do throws(FileError) {
      status = try FileStatus.of(path, followingLinks: false)
    } catch {
      guard error.errno != .noSuchFile else { return }
      throw error
    }
    guard status.kind == .socket else { throw NoSocket(path: path) }
    // One that somebody listens on stays, and the kernel says that the address is in use.
    if Socket.isAbandoned(address) { try FileFolder.remove(path) }
  }
}
