import HTTPWire
import Posix

/// Bodies that are produced piece by piece.
extension EventLoop {
  /// Bytes of queued bodies beyond which a producer is not asked for more.
  private static let streamBacklog: Int64 = 64 * 1024

  func askForPiece(_ connection: Connection) {
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
}
