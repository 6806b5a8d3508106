import Posix

/// The listening sockets of a server, closed with the last who holds them.
final class Listeners: Sendable {
  let numbers: [Int32]
  let addresses: [SocketAddress]
  private let files: [SocketFile]

  /// Listens.
  ///
  /// - Parameters:
  ///   - wanted: where.
  ///   - permissions: who may connect to Unix domain addresses.
  /// - Throws: which of them can't be had, and why.
  init(_ wanted: [SocketAddress], permissions: FilePermissions) throws(ListeningFailure) {
    var numbers: [Int32] = []
    var addresses: [SocketAddress] = []
    var files: [SocketFile] = []
    for address in wanted {
      do {
        if let path = SocketFile.path(of: address) {
          try SocketFile.removeAbandoned(path, of: address)
        }
        let socket = try Socket.listen(on: address, permissions: permissions)
        addresses.append(try Socket.address(of: socket))
        numbers.append(socket.release())
        if let path = SocketFile.path(of: address) { files.append(try SocketFile(at: path)) }
      } catch {
        for number in numbers { _ = FileDescriptor(owning: number) }
        for file in files { file.remove() }
        let reason = (error as? FileError).map { "\($0.errno)" } ?? "\(error)"
        throw ListeningFailure(address: address, reason: reason)
      }
    }
    self.numbers = numbers
    self.addresses = addresses
    self.files = files
  }

  deinit {
    for number in numbers { _ = FileDescriptor(owning: number) }
    for file in files { file.remove() }
  }
}
