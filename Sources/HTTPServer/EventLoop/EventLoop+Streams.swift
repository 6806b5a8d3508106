import HTTPWire
import Posix

/// Bodies that are produced piece by piece.
extension EventLoop {
  /// Bytes of queued bodies beyond which a producer is not asked for more.
  private static let streamBacklog: Int64 = 64 * 1024

  func askForPiece(_ connection: Connection) {
    guard case .streaming(var stream) = connection.answering, !stream.isAsked,
      connection.output.backlog < Self.streamBacklog
    else { return }
    stream.isAsked = true
    connection.answering = .streaming(stream)
    stream.producer.produce(for: stream.exchange)
  }

  func take(_ piece: BodyPiece, for exchange: UInt64, on connection: Connection) {
    guard connection.exchangeNumber == exchange,
      case .streaming(var stream) = connection.answering, stream.isAsked
    else { return }
    stream.isAsked = false
    connection.answering = .streaming(stream)
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
    guard case .streaming(var stream) = connection.answering, count > 0 else { return }
    if let owed = stream.owed {
      // More than was announced would be read as the next answer.
      guard count <= owed else {
        close(connection)
        return
      }
      stream.owed = owed - count
      connection.answering = .streaming(stream)
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
    guard case .streaming(let stream) = connection.answering else { return }
    connection.answering = .nothing
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
}
