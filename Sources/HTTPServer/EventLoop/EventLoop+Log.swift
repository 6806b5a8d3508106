import HTTPWire
import Posix

extension EventLoop {
  /// Logs the answers whose last byte the kernel has taken.
  func logFinishedAnswers(of connection: Connection) {
    guard let log, !connection.records.isEmpty else { return }
    var finished = 0
    for record in connection.records {
      let isUnderWay = connection.answering.isStreaming && finished == connection.records.count - 1
      guard record.end <= connection.output.sent, !isUnderWay else { break }
      log.write(
        record, bytes: record.end - record.bodyStart, peer: connection.peer,
        seconds: wallSeconds)
      finished += 1
    }
    if finished == connection.records.count {
      connection.records.removeAll(keepingCapacity: true)
    } else {
      connection.records.removeFirst(finished)
    }
  }

  /// Logs what a closed connection never got to the end of.
  func logCutAnswers(of connection: Connection) {
    guard let log else { return }
    for record in connection.records {
      let sent = min(max(connection.output.sent - record.bodyStart, 0), .max)
      log.write(record, bytes: sent, peer: connection.peer, seconds: wallSeconds)
    }
    connection.records = []
  }
}
