import HTTPWire
import Posix

/// Answers that come later than asked for, and those that no responder is asked for.
extension EventLoop {
  func take(_ response: Response, for exchange: UInt64, on connection: Connection) {
    guard connection.exchangeNumber == exchange, case .waiting(let waiting) = connection.answering
    else { return }
    connection.answering = .nothing
    send(response, to: waiting.request, on: connection, since: waiting.since)
    service(connection)
  }

  func refuse(_ refusal: Refusal, on connection: Connection) {
    let before = connection.output.own.count
    let bodyBytes = connection.machine.writeRefusal(
      refusal, of: request, date: dateLine, into: &connection.output.own)
    connection.output.noteOwn(connection.output.own.count - before)
    if log != nil {
      connection.records.append(
        AnswerRecord(
          identifier: 0, status: refusal.status, provenance: .server, started: now,
          place: connection.output.queued))
    }
    connection.input = []
    responder.noteRefusal(refusal, bodyBytes: bodyBytes)
  }
}
