import HTTPWire
import Posix
import Synchronization

/// The loop's connections, from the first to the last that is known of them.
extension EventLoop {
  func find(_ registration: Registration) -> Connection? {
    let slot = Int(registration.slot)
    guard slot < connections.count, generations[slot] == registration.generation else { return nil }
    return connections[slot]
  }

  func adopt(_ socket: consuming FileDescriptor, _ peer: SocketAddress) {
    let slot: UInt32
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = UInt32(truncatingIfNeeded: connections.count)
      connections.append(nil)
      generations.append(0)
    }
    let registration = Registration(slot: slot, generation: generations[Int(slot)])
    let connection = Connection(socket, peer: peer, registration: registration)
    connections[Int(slot)] = connection
    connectionCount += 1
    if peer.port != nil { Socket.disableDelay(on: connection.socket.number) }
    setDeadline(.head, of: slot)
    connection.deadlineRequests = 0
    do throws(Errno) {
      let interest: Readiness = [.readable, .writable, .inputEnded, .edgeTriggered]
      try epoll.add(connection.socket.number, interest, as: registration)
    } catch {
      close(connection)
      return
    }
    if isDraining { connection.machine.stopPersisting() }
  }

  func close(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connection.answering.cancel()
    connection.answering = .nothing
    connection.machine.abort()
    logCutAnswers(of: connection)
    let slot = connection.registration.slot
    deadlines.clear(slot)
    // The number is closed with the object, which may outlive this turn: no more events till then.
    connections[Int(slot)] = nil
    generations[Int(slot)] &+= 1
    freeSlots.append(slot)
    connectionCount -= 1
    shared.openConnections.subtract(1, ordering: .relaxed)
  }
}
