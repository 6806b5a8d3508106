import Posix

/// The listening sockets of a server, closed with the last who holds them.
final class Listeners: Sendable {
  let numbers: [Int32]
  let addresses: [SocketAddress]

  init(_ wanted: [SocketAddress]) throws(ListeningFailure) {
    var numbers: [Int32] = []
    var addresses: [SocketAddress] = []
    for address in wanted {
      do throws(Errno) {
        Self.removeLeftover(address)
        let socket = try Socket.listen(on: address)
        addresses.append(try Socket.address(of: socket))
        numbers.append(socket.release())
      } catch {
        for number in numbers { _ = FileDescriptor(owning: number) }
        throw ListeningFailure(address: address, cause: error)
      }
    }
    self.numbers = numbers
    self.addresses = addresses
  }

  deinit {
    for number in numbers { _ = FileDescriptor(owning: number) }
    for address in addresses { address.unlinkPath() }
  }

  /// A socket file whose server is gone keeps the next one from listening; one that answers stays.
  private static func removeLeftover(_ address: SocketAddress) {
    guard address.unixPath != nil, !Socket.isAnswering(address) else { return }
    address.unlinkPath()
  }
}
