import ByteText
import HTTPWire
import Posix

/// Moving one connection on: read, answer, send, and do so until nothing more can be done.
extension EventLoop {
  /// Answers made before the first of them is read: a client that asks for more without reading is
  /// not read from, and keeps no more than these from others.
  private static let answerLimit = 8
  /// Bytes of what the log is to say of them, beyond which fewer are made.
  private static let recordLimit = 4096
  /// Bytes sent to one connection before others get their turn.
  static let turnBytes: Int64 = 1024 * 1024

  func service(_ connection: Connection) {
    guard !connection.isLingering else {
      linger(connection)
      return
    }
    let turnEnd = connection.output.sent + Self.turnBytes
    while !connection.isClosed {
      if connection.hasUnseenInput, canAnswer(connection) { consumeBuffered(connection) }
      guard flush(connection, until: turnEnd) else {
        close(connection)
        return
      }
      if connection.output.sent >= turnEnd {
        queueAgain(connection)
        break
      }
      askForPiece(connection)
      guard connection.output.isEmpty else { break }
      if connection.machine.isOver {
        finish(connection)
        return
      }
      guard canAnswer(connection) else { break }
      if connection.hasUnseenInput { continue }
      if connection.inputEnded || (isDraining && connection.isIdle) {
        close(connection)
        return
      }
      guard connection.mayRead else { break }
      guard read(connection) else {
        close(connection)
        return
      }
    }
    if !connection.isClosed { setDeadline(connection) }
  }

  func canAnswer(_ connection: Connection) -> Bool {
    connection.answering.isNothing && !connection.machine.isOver
      && connection.output.answers < Self.answerLimit
      && connection.records.textBytes < Self.recordLimit
  }

  private func queueAgain(_ connection: Connection) {
    guard !connection.isQueuedAgain else { return }
    connection.isQueuedAgain = true
    again.append(connection)
  }

  // MARK: Reading

  /// - Returns: false when the connection is broken.
  private func read(_ connection: Connection) -> Bool {
    switch Transfer.receive(from: connection.socket.number, into: reading) {
    case .wouldBlock: connection.mayRead = false
    case .ended:
      connection.inputEnded = true
      connection.mayRead = false
    case .failed: return false
    case .bytes(let count):
      // A stream socket that gave less than was asked for is empty: no second call to find out,
      // unless its end is known to come.
      if count < reading.capacity, !connection.endIsNear { connection.mayRead = false }
      reading.withBytes(count) { bytes in
        guard connection.input.isEmpty else {
          connection.input.append(bytes)
          consumeBuffered(connection)
          return
        }
        let consumed = consume(bytes, on: connection)
        if consumed < count {
          connection.input.append(bytes.extracting(consumed..<count))
          connection.hasUnseenInput = !canAnswer(connection)
        }
      }
    }
    return true
  }

  private func consumeBuffered(_ connection: Connection) {
    var input: [UInt8] = []
    swap(&input, &connection.input)
    let consumed = consume(input.span, on: connection)
    connection.hasUnseenInput = consumed < input.count && !canAnswer(connection)
    if consumed == input.count { return }
    input.removeFirst(consumed)
    connection.input = input
  }

  private func consume(_ input: Span<UInt8>, on connection: Connection) -> Int {
    var consumed = 0
    while canAnswer(connection) {
      let step = connection.machine.advance(
        input, consumed: &consumed, into: &request, limits: configuration.limits)
      switch step {
      case .wait: return consumed
      case .sendContinue:
        connection.output.own.append(ChunkFraming.interim)
        connection.output.noteOwn(ChunkFraming.interim.utf8CodeUnitCount)
      case .request: answer(connection)
      case .refuse(let refusal): refuse(refusal, on: connection)
      }
    }
    return consumed
  }

  // MARK: Answering

  private func answer(_ connection: Connection) {
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

  private func openExchange(_ connection: Connection) -> LoopExchange {
    connection.exchangeNumber += 1
    return LoopExchange(
      mailbox, connection.registration, number: connection.exchangeNumber,
      host: connection.peer.hostNumber)
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
