package import Posix

/// Takes waiting connections and chooses a loop for each.
struct Acceptor {
  enum Outcome {
    /// A new connection's descriptor, the caller's from here on.
    case connection(Int32)
    /// Nobody waits.
    case none
    /// There are no descriptors or memory for another one.
    case exhausted
  }

  private let listeners: Listeners
  private let receivers: [Mailbox]
  private var turn = 0
  var isPaused = false
  /// Held in reserve: when descriptors run out, it makes room to accept a client and turn it away
  /// rather than leave it waiting.
  private let spare = SpareDescriptor()

  init(_ listeners: Listeners, receivers: [Mailbox]) {
    self.listeners = listeners
    self.receivers = receivers
  }

  var listenerNumbers: [Int32] { listeners.numbers }

  mutating func nextReceiver() -> Mailbox? {
    guard !receivers.isEmpty else { return nil }
    turn = (turn + 1) % receivers.count
    return receivers[turn]
  }

  mutating func accept(_ index: Int, peer: inout SocketAddress?) -> Outcome {
    var address = SocketAddress.unknown
    do throws(Errno) {
      guard let socket = try Socket.accept(on: listeners.numbers[index], peer: &address) else {
        return .none
      }
      peer = address
      return .connection(socket.release())
    } catch {
      guard error == .tooManyOpenFiles, spare.release() else { return .exhausted }
      _ = try? Socket.accept(on: listeners.numbers[index], peer: &address)
      return spare.reserve() ? .none : .exhausted
    }
  }
}

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

/// Why a server can't listen.
package struct ListeningFailure: Error, CustomStringConvertible {
  package let address: SocketAddress
  package let cause: Errno

  package var description: String { "can't listen on \(address): \(cause)" }
}
