import HTTPWire
import Posix

/// Asking the responder, and putting its answers in line.
extension EventLoop {
  func answer(_ connection: Connection) {
    nextIdentifier &+= 1
    request.identifier = nextIdentifier
    response.reset()
    switch responder.respond(to: request, with: &response) {
    case .now:
      send(response, to: request, on: connection, since: now)
      response.body = .empty
    case .later(let work):
      let exchange = openExchange(connection)
      connection.answering = .waiting(
        UnansweredRequest(work: work, request: request, since: now))
      work.begin(answering: exchange)
    }
  }

  func openExchange(_ connection: Connection) -> LoopExchange {
    connection.exchangeNumber += 1
    return LoopExchange(
      mailbox, connection.registration, number: connection.exchangeNumber,
      host: connection.peer.hostNumber)
  }

  func take(_ response: Response, for exchange: UInt64, on connection: Connection) {
    guard connection.exchangeNumber == exchange, case .waiting(let waiting) = connection.answering
    else { return }
    connection.answering = .nothing
    send(response, to: waiting.request, on: connection, since: waiting.since)
    service(connection)
  }

  func send(
    _ response: borrowing Response, to request: Request, on connection: Connection, since: Instant
  ) {
    connection.output.noteAnswer()
    let before = connection.output.own.count
    let delivery = connection.machine.beginAnswer(
      response, to: request, date: dateLine, into: &connection.output.own)
    connection.output.noteOwn(connection.output.own.count - before)
    if log != nil {
      let place = connection.output.queued
      connection.records.append(
        AnswerRecord(
          identifier: request.identifier, status: response.status,
          provenance: response.provenance, started: since, place: place), to: request)
    }
    switch (response.body, delivery) {
    case (.stream(let producer, _), .none):
      producer.cancel()
      endAnswer(connection)
    case (.stream(let producer, let length), _):
      connection.answering = .streaming(
        StreamState(
          producer: producer, exchange: openExchange(connection), delivery: delivery,
          owed: length))
    case (.bytes(let bytes), .exact):
      connection.output.append(bytes)
      endAnswer(connection)
    case (.file(let region), .exact):
      connection.output.append(region)
      endAnswer(connection)
    case (.empty, _), (.bytes, _), (.file, _): endAnswer(connection)
    }
  }

  func endAnswer(_ connection: Connection) {
    connection.records.endLast(at: connection.output.queued)
    _ = connection.machine.endAnswer()
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
