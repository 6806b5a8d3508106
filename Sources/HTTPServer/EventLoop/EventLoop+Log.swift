import HTTPWire
import Posix

extension EventLoop {
  /// Logs the answers whose last byte the kernel has taken; where the log has been given up
  /// meanwhile, they are forgotten.
  func logFinishedAnswers(of connection: Connection) {
    guard !connection.records.isEmpty else { return }
    let last = connection.records.count - 1
    let (isStreaming, sent) = (connection.answering.isStreaming, connection.output.sent)
    let finished = connection.records.countFinished { index, record in
      record.end <= sent && !(isStreaming && index == last)
    }
    connection.records.take(finished) { record, texts in
      log?.write(
        record, texts, bytes: record.end - record.bodyStart, peer: connection.peer,
        seconds: wallSeconds)
    }
  }

  /// Logs what a closed connection never got to the end of.
  func logCutAnswers(of connection: Connection) {
    let sent = connection.output.sent
    connection.records.take(connection.records.count) { record, texts in
      log?.write(
        record, texts, bytes: max(sent - record.bodyStart, 0), peer: connection.peer,
        seconds: wallSeconds)
    }
  }
}
