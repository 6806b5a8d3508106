import HTTPWire
import Posix

/// Moving one connection on: read, answer, send, and do so until nothing more can be done.
extension EventLoop {
  /// Answers queued at a time; a client that asks for more without reading is not read from.
  private static let segmentLimit = 64
  /// Bytes of queued bodies beyond which a producer is not asked for more.
  private static let streamBacklog: Int64 = 64 * 1024
  /// Bytes sent to one connection before others get their turn.
  private static let turnBytes: Int64 = 1024 * 1024
  /// Regions of a file up to this size are read and sent along with what stands round them; a
  /// longer one goes out by `sendfile`.
  private static let copiedRegion: Int64 = 4 * 1024
  private static let lingerBytes: Int64 = 1024 * 1024

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

  private func canAnswer(_ connection: Connection) -> Bool {
    connection.exchange == nil && !connection.machine.isOver
      && connection.output.count < Self.segmentLimit
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
      connection.pending = work
      connection.pendingRequest = request
      connection.pendingSince = now
      work.begin(answering: exchange)
    }
  }

  private func openExchange(_ connection: Connection) -> LoopExchange {
    if let exchange = connection.exchange { return exchange }
    connection.exchangeNumber += 1
    let exchange = LoopExchange(
      mailbox, connection.registration, number: connection.exchangeNumber)
    connection.exchange = exchange
    return exchange
  }

  func take(_ response: Response, for exchange: UInt64, on connection: Connection) {
    guard connection.exchangeNumber == exchange, connection.pending != nil,
      let request = connection.pendingRequest
    else { return }
    connection.pending = nil
    connection.pendingRequest = nil
    connection.exchange = nil
    send(response, to: request, on: connection, since: connection.pendingSince)
    service(connection)
  }

  private func send(
    _ response: borrowing Response, to request: Request, on connection: Connection, since: Int64
  ) {
    let before = connection.output.own.count
    let delivery = connection.machine.beginAnswer(
      response, to: request, date: dateLine, into: &connection.output.own)
    connection.output.noteOwn(connection.output.own.count - before)
    if log != nil {
      let place = connection.output.queued
      connection.records.append(
        AnswerRecord(
          request: request, status: response.status, provenance: response.provenance,
          started: since, bodyStart: place, end: place))
    }
    switch (response.body, delivery) {
    case (.stream(let producer, _), .none):
      producer.cancel()
      endAnswer(connection)
    case (.stream(let producer, let length), _):
      connection.stream = StreamState(producer: producer, delivery: delivery, owed: length)
      _ = openExchange(connection)
    case (.bytes(let bytes), .exact):
      connection.output.append(bytes)
      endAnswer(connection)
    case (.file(let region), .exact):
      connection.output.append(region)
      endAnswer(connection)
    default: endAnswer(connection)
    }
  }

  private func endAnswer(_ connection: Connection) {
    if log != nil, !connection.records.isEmpty {
      connection.records[connection.records.count - 1].end = connection.output.queued
    }
    _ = connection.machine.endAnswer()
  }

  func refuse(_ refusal: Refusal, on connection: Connection) {
    let before = connection.output.own.count
    connection.machine.writeRefusal(
      refusal, of: request, date: dateLine, into: &connection.output.own)
    connection.output.noteOwn(connection.output.own.count - before)
    if log != nil {
      connection.records.append(
        AnswerRecord(
          request: Request(), status: refusal.status, provenance: .server, started: now,
          bodyStart: connection.output.queued, end: connection.output.queued))
    }
    connection.input = []
  }

  // MARK: Streaming

  private func askForPiece(_ connection: Connection) {
    guard var stream = connection.stream, !stream.isAsked,
      connection.output.backlog < Self.streamBacklog, let exchange = connection.exchange
    else { return }
    stream.isAsked = true
    connection.stream = stream
    stream.producer.produce(for: exchange)
  }

  func take(_ piece: BodyPiece, for exchange: UInt64, on connection: Connection) {
    guard connection.exchangeNumber == exchange, var stream = connection.stream, stream.isAsked
    else { return }
    stream.isAsked = false
    connection.stream = stream
    switch piece {
    case .bytes(let bytes): append(Int64(bytes.count), to: connection) { $0.append(bytes) }
    case .file(let region): append(region.length, to: connection) { $0.append(region) }
    case .end(let trailers): endStream(connection, trailers)
    case .failed: close(connection)
    }
    if !connection.isClosed { service(connection) }
  }

  private func append(
    _ count: Int64, to connection: Connection, _ enqueue: (inout OutputQueue) -> Void
  ) {
    guard var stream = connection.stream, count > 0 else { return }
    if let owed = stream.owed {
      // More than was announced would be read as the next answer.
      guard count <= owed else {
        close(connection)
        return
      }
      stream.owed = owed - count
      connection.stream = stream
    }
    guard stream.delivery == .chunked else {
      enqueue(&connection.output)
      return
    }
    let before = connection.output.own.count
    ChunkFraming.open(count, into: &connection.output.own)
    connection.output.noteOwn(connection.output.own.count - before)
    enqueue(&connection.output)
    let after = connection.output.own.count
    ChunkFraming.close(into: &connection.output.own)
    connection.output.noteOwn(connection.output.own.count - after)
  }

  private func endStream(_ connection: Connection, _ trailers: FieldBlock?) {
    guard let stream = connection.stream else { return }
    connection.stream = nil
    connection.exchange = nil
    guard stream.owed ?? 0 == 0 else {
      close(connection)
      return
    }
    if stream.delivery == .chunked {
      let before = connection.output.own.count
      ChunkFraming.end(trailers: trailers, into: &connection.output.own)
      connection.output.noteOwn(connection.output.own.count - before)
    }
    endAnswer(connection)
  }

  // MARK: Sending

  /// Sends what the socket takes.
  ///
  /// - Returns: false when the connection can't go on.
  private func flush(_ connection: Connection, until turnEnd: Int64) -> Bool {
    while !connection.output.isEmpty, connection.mayWrite, connection.output.sent < turnEnd {
      sendList.removeAll()
      guard gather(connection.output) else { return false }
      let wanted: Int
      let result: TransferResult
      if sendList.byteCount > 0 {
        wanted = sendList.byteCount
        let moreFollows = Int64(wanted) < connection.output.backlog
        result = Transfer.send(
          sendList, to: connection.socket.number, moreFollows: moreFollows)
      } else if case .file(let region) = connection.output.segments[connection.output.first] {
        wanted = Int(min(region.length, Self.turnBytes))
        result = Transfer.send(
          file: region.descriptor, from: region.offset, count: wanted,
          to: connection.socket.number)
      } else {
        return false
      }
      switch result {
      case .bytes(let count):
        connection.output.advance(by: count)
        if count < wanted, sendList.byteCount > 0 { connection.mayWrite = false }
      case .wouldBlock: connection.mayWrite = false
      // A file that ends early was cut while it was served: what was promised can't be kept.
      case .ended, .failed: return false
      }
    }
    logFinishedAnswers(of: connection)
    return true
  }

  /// Collects the front of a queue for one call.
  ///
  /// Own bytes and short file regions by way of the staging buffer, shared memory from where it
  /// lies. Stays empty when a long region is first.
  ///
  /// - Returns: false when a file can't be read as promised.
  private func gather(_ output: OutputQueue) -> Bool {
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

  // MARK: Ending

  /// Everything is sent and nothing more is read: closes once the client has seen it.
  private func finish(_ connection: Connection) {
    guard !connection.inputEnded else {
      close(connection)
      return
    }
    // Closing with unread bytes would make the kernel drop what was sent and reset the client.
    Socket.endOutput(of: connection.socket.number)
    connection.isLingering = true
    connection.input = []
    let time = now + configuration.lingerTimeout * 1_000_000
    deadlines.set(connection.registration.slot, .linger, at: time)
    linger(connection)
  }

  private func linger(_ connection: Connection) {
    var discarded: Int64 = 0
    while connection.mayRead {
      switch Transfer.receive(from: connection.socket.number, into: reading) {
      case .wouldBlock: connection.mayRead = false
      case .bytes(let count) where discarded < Self.lingerBytes: discarded += Int64(count)
      case .bytes, .ended, .failed:
        close(connection)
        return
      }
    }
  }

  // MARK: Deadlines

  private func setDeadline(_ connection: Connection) {
    let slot = connection.registration.slot
    let current = deadlines.kind(of: slot)
    var kind = DeadlineKind.none
    var length: Int64 = 0
    if !connection.output.isEmpty {
      // Restarted by every byte taken, not by every try.
      if current == .write, connection.deadlineSent == connection.output.sent { return }
      connection.deadlineSent = connection.output.sent
      (kind, length) = (.write, configuration.writeTimeout)
    } else {
      let requests = connection.machine.requests
      switch connection.machine.expectation {
      case .nextRequest where requests == 0 && current == .head: return
      case .nextRequest: (kind, length) = (.idle, configuration.idleTimeout)
      case .restOfHead:
        if current == .head, connection.deadlineRequests == requests { return }
        connection.deadlineRequests = requests
        (kind, length) = (.head, configuration.headDeadline)
      case .restOfBody:
        if current == .body, connection.deadlineRequests == requests { return }
        connection.deadlineRequests = requests
        (kind, length) = (.body, configuration.bodyDeadline)
      case .answer, .nothing: break
      }
    }
    deadlines.set(slot, kind, at: now + length * 1_000_000)
  }
}
