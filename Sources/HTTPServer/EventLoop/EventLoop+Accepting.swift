import Posix
import Synchronization

/// New connections, and which loop looks after each.
extension EventLoop {
  func accept(_ listener: Int) {
    // A few at a time, for those who are here already to get their turn.
    for _ in 0..<64 {
      if shared.openConnections.load(ordering: .relaxed) >= configuration.connections {
        setAccepting(false)
        return
      }
      var peer: SocketAddress?
      guard let accepted = acceptor?.accept(listener, peer: &peer) else { return }
      switch accepted {
      case .none: return
      case .exhausted:
        setAccepting(false)
        return
      case .connection(let number):
        guard let peer else { return }
        shared.openConnections.add(1, ordering: .relaxed)
        hand(number, peer)
      }
    }
  }

  /// Gives connections to the loops in turn: with few of them, the kernel's own spreading by hash
  /// leaves one loop idle and another overworked.
  private func hand(_ number: Int32, _ peer: SocketAddress) {
    guard let receiver = acceptor?.nextReceiver(), receiver !== mailbox else {
      adopt(FileDescriptor(owning: number), peer)
      return
    }
    if !receiver.post(.adopt(number, peer)) {
      _ = FileDescriptor(owning: number)
      shared.openConnections.subtract(1, ordering: .relaxed)
    }
  }

  func resumeAccepting() {
    guard acceptor?.isPaused == true,
      shared.openConnections.load(ordering: .relaxed) < configuration.connections
    else { return }
    setAccepting(true)
  }

  private func setAccepting(_ isOn: Bool) {
    guard let numbers = acceptor?.listenerNumbers else { return }
    acceptor?.isPaused = !isOn
    for (index, number) in numbers.enumerated() {
      let slot = Self.firstListener + UInt32(truncatingIfNeeded: index)
      let registration = Registration(slot: slot, generation: 0)
      // A listener that can't be changed goes on as it was: the cap then holds a turn later.
      try? epoll.modify(number, isOn ? .readable : [], as: registration)
    }
  }
}
