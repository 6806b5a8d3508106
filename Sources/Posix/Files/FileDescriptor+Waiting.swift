import Glibc

extension FileDescriptor {
  /// Waits until there is something to read, an end too.
  ///
  /// - Parameter moment: when waiting ends; one that has gone by takes a look.
  /// - Returns: whether there is.
  package func isReadable(until moment: Instant) -> Bool {
    while true {
      var item = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&item, 1, moment.pollMilliseconds)
      if ready > 0 { return true }
      if ready == 0, Instant.now >= moment { return false }
    }
  }
}

/// Waiting for descriptors that a library keeps.
package enum ForeignDescriptor {
  /// Waits until something can be read, or written where that is wanted too.
  ///
  /// - Parameters:
  ///   - number: the descriptor; it stays open meanwhile.
  ///   - reading: whether something to read ends the wait.
  ///   - writing: whether room to write does.
  ///   - moment: when waiting ends.
  /// - Returns: whether there is; its end and errors count.
  package static func isReady(
    _ number: Int32, reading: Bool, writing: Bool, until moment: Instant
  ) -> Bool {
    let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
    while true {
      var item = pollfd(fd: number, events: Int16(events), revents: 0)
      let ready = unsafe poll(&item, 1, moment.pollMilliseconds)
      if ready > 0 { return true }
      if ready == 0, Instant.now >= moment { return false }
    }
  }
}

extension Instant {
  /// What `poll` is to be told, for it not to end before this moment: in whole milliseconds, and
  /// for what is far away in several turns.
  package var pollMilliseconds: CInt {
    let left = (self - .now).nanoseconds
    return left <= 0 ? 0 : CInt(clamping: left / 1_000_000 + 1)
  }
}
