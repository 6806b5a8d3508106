import HTTPWire
import Posix

/// Handing what waits in line to the socket.
extension EventLoop {
  /// Regions of a file up to this size are read and sent along with what stands round them; a
  /// longer one goes out by `sendfile`.
  private static let copiedRegion: Int64 = 4 * 1024

  /// Sends what the socket takes.
  ///
  /// - Returns: false when the connection can't go on.
  func flush(_ connection: Connection, until turnEnd: Int64) -> Bool {
    // Taken out for as long as it is worked on: each look at it in its place has to be checked.
    var output = OutputQueue()
    swap(&output, &connection.output)
    let canGoOn = flush(&output, of: connection, until: turnEnd)
    swap(&output, &connection.output)
    if canGoOn { logFinishedAnswers(of: connection) }
    return canGoOn
  }

  private func flush(
    _ output: inout OutputQueue, of connection: Connection, until turnEnd: Int64
  ) -> Bool {
    while !output.isEmpty, connection.mayWrite, output.sent < turnEnd {
      sendList.removeAll()
      guard gather(output) else { return false }
      let wanted: Int
      let result: TransferResult
      if sendList.byteCount > 0 {
        wanted = sendList.byteCount
        let moreFollows = Int64(wanted) < output.backlog
        result = Transfer.send(
          sendList, to: connection.socket.number, moreFollows: moreFollows)
      } else if case .file(let region) = output.segments[output.first] {
        wanted = Int(min(region.length, Self.turnBytes))
        result = Transfer.send(
          file: region.descriptor, from: region.offset, count: wanted,
          to: connection.socket.number)
      } else {
        return false
      }
      switch result {
      case .bytes(let count):
        output.advance(by: count)
        if count < wanted, sendList.byteCount > 0 { connection.mayWrite = false }
      case .wouldBlock: connection.mayWrite = false
      // A file that ends early was cut while it was served: what was promised can't be kept.
      case .ended, .failed: return false
      }
    }
    return true
  }

  /// Collects the front of a queue for one call.
  ///
  /// Own bytes and short file regions by way of the staging buffer, shared memory from where it
  /// lies. Stays empty when a long region is first.
  ///
  /// - Returns: false when a file can't be read as promised.
  private func gather(_ output: borrowing OutputQueue) -> Bool {
    var staged = 0
    var ownPlace = output.ownStart
    for index in output.first..<output.segments.count {
      guard !sendList.isFull else { return true }
      switch output.segments[index] {
      case .own(let length):
        let taken = min(length, staging.capacity - staged)
        guard taken > 0 else { return true }
        staging.write(output.own.span.extracting(ownPlace..<(ownPlace + taken)), at: staged)
        sendList.append(staging, at: staged, count: taken)
        staged += taken
        ownPlace += taken
        guard taken == length else { return true }
      case .shared(let bytes, let from):
        unsafe sendList.append(bytes.start?.advanced(by: from), count: bytes.count - from)
      case .file(let region):
        let length = Int(min(region.length, Self.copiedRegion + 1))
        guard Int64(length) <= Self.copiedRegion, length <= staging.capacity - staged else {
          return true
        }
        let result = Transfer.read(
          region.descriptor, from: region.offset, count: length, into: staging, at: staged)
        guard result == .bytes(length) else { return false }
        sendList.append(staging, at: staged, count: length)
        staged += length
      }
    }
    return true
  }
}
