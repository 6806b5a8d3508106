import CPostgres
import CutQueue
import Posix

/// A connection to a database; nothing asked of it takes longer than a few seconds.
@safe
final class PostgresSession {
  private let postgres: Postgres
  private let handle: OpaquePointer
  private let address: QueueAddress

  /// What one statement may take, and what coming in may.
  private static let patience = Duration.seconds(3)

  /// What holds where the address says nothing else.
  ///
  /// A host that is unplugged is found out.
  private static let standards = [
    ("application_name", "pyramidion"), ("client_encoding", "UTF8"), ("connect_timeout", "3"),
    ("gssencmode", "disable"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
    ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
  ]

  init(to address: QueueAddress) throws(QueueTrouble) {
    let postgres = try Postgres.loaded()
    let settings = Self.standards + [("dbname", address.connection)]
    let names = CTexts(settings.map(\.0) + [nil])
    let values = CTexts(settings.map(\.1) + [nil])
    let handle = unsafe postgres.table.pointee.PQconnectStartParams(
      names.pointers, values.pointers, 1)
    guard let handle = unsafe handle else {
      throw QueueTrouble(.silent, "there is no memory for a connection")
    }
    self.postgres = postgres
    unsafe self.handle = handle
    self.address = address
    unsafe pyramidion_pg_silence(postgres.table, handle)
    try finishConnecting()
  }

  deinit { unsafe postgres.table.pointee.PQfinish(handle) }

  private func finishConnecting() throws(QueueTrouble) {
    let end = Instant.now + Self.patience
    var awaits = PYRAMIDION_PG_POLL_WRITING
    while true {
      guard unsafe postgres.table.pointee.PQstatus(handle) != 1 else { throw failure() }
      let socket = unsafe postgres.table.pointee.PQsocket(handle)
      let isWriting = awaits == PYRAMIDION_PG_POLL_WRITING
      guard
        ForeignDescriptor.isReady(socket, reading: !isWriting, writing: isWriting, until: end)
      else { throw QueueTrouble(.silent, "it does not answer") }
      let step = unsafe postgres.table.pointee.PQconnectPoll(handle)
      switch Int(step) {
      case PYRAMIDION_PG_POLL_DONE:
        _ = unsafe postgres.table.pointee.PQsetnonblocking(handle, 1)
        return
      case PYRAMIDION_PG_POLL_READING: awaits = PYRAMIDION_PG_POLL_READING
      case PYRAMIDION_PG_POLL_WRITING: awaits = PYRAMIDION_PG_POLL_WRITING
      default: throw failure()
      }
    }
  }

  /// Has one statement carried out.
  ///
  /// - Parameters:
  ///   - statement: a single one, with `$1` and so on for the parameters.
  ///   - parameters: as text; nil for null.
  ///   - patience: how long it may take.
  /// - Returns: the rows, each value as text.
  /// - Throws: why there are none; after `silent` the connection is of no use.
  func rows(
    _ statement: String, _ parameters: [String?] = [], within patience: Duration = patience
  ) throws(QueueTrouble) -> [[String?]] {
    let end = Instant.now + patience
    let values = CTexts(parameters)
    let isSent = unsafe postgres.table.pointee.PQsendQueryParams(
      handle, statement, Int32(parameters.count), nil, values.pointers, nil, nil, 0)
    guard isSent == 1 else { throw failure() }
    while true {
      let left = unsafe postgres.table.pointee.PQflush(handle)
      if left == 0 { break }
      guard left == 1, isReady(writing: true, until: end) else { throw failure() }
      _ = unsafe postgres.table.pointee.PQconsumeInput(handle)
    }
    var answer: Result<[[String?]], QueueTrouble> = .failure(
      QueueTrouble(.silent, "it said nothing"))
    while true {
      while unsafe postgres.table.pointee.PQisBusy(handle) == 1 {
        guard isReady(writing: false, until: end),
          unsafe postgres.table.pointee.PQconsumeInput(handle) == 1
        else { throw failure() }
      }
      guard let result = unsafe postgres.table.pointee.PQgetResult(handle) else { break }
      answer = unsafe read(result)
      unsafe postgres.table.pointee.PQclear(result)
    }
    if case .failure = answer,
      unsafe Int(postgres.table.pointee.PQstatus(handle)) != PYRAMIDION_PG_CONNECTED
    {
      throw failure()
    }
    return try answer.get()
  }

  /// What others have told of what this connection listens to.
  ///
  /// - Parameter end: until when to wait where nothing was told yet.
  /// - Returns: their texts; none where nothing came.
  /// - Throws: that the connection is lost.
  func notices(until end: Instant) throws(QueueTrouble) -> [String] {
    let known = noticesHere()
    guard known.isEmpty, isReady(writing: false, until: end) else { return known }
    guard unsafe postgres.table.pointee.PQconsumeInput(handle) == 1 else { throw failure() }
    return noticesHere()
  }

  private func noticesHere() -> [String] {
    var texts: [String] = []
    while let notice = unsafe postgres.table.pointee.PQnotifies(handle) {
      if let text = unsafe notice.pointee.text { texts.append(unsafe String(cString: text)) }
      unsafe postgres.table.pointee.PQfreemem(notice)
    }
    return texts
  }

  private func isReady(writing: Bool, until end: Instant) -> Bool {
    let socket = unsafe postgres.table.pointee.PQsocket(handle)
    return socket >= 0
      && ForeignDescriptor.isReady(socket, reading: true, writing: writing, until: end)
  }

  private func read(_ result: OpaquePointer) -> Result<[[String?]], QueueTrouble> {
    let status = unsafe Int(postgres.table.pointee.PQresultStatus(result))
    guard
      status == PYRAMIDION_PG_ROWS || status == PYRAMIDION_PG_COMMAND_DONE
    else {
      let text = unsafe postgres.table.pointee.PQresultErrorMessage(result)
      return .failure(QueueTrouble(.refused, unsafe words(text)))
    }
    let columns = unsafe postgres.table.pointee.PQnfields(result)
    let count = unsafe postgres.table.pointee.PQntuples(result)
    return .success(
      (0..<count).map { row in
        (0..<columns).map { column in
          guard unsafe postgres.table.pointee.PQgetisnull(result, row, column) == 0,
            let text = unsafe postgres.table.pointee.PQgetvalue(result, row, column)
          else { return nil }
          return unsafe String(cString: text)
        }
      })
  }

  private func failure() -> QueueTrouble {
    let text = unsafe words(postgres.table.pointee.PQerrorMessage(handle))
    return QueueTrouble(.silent, text.isEmpty ? "it does not answer" : text)
  }

  /// The first line of what the library says, which may know more than may be said.
  private func words(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    let whole = unsafe String(cString: text)
    let line = whole.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return address.withoutSecrets(line)
  }
}

/// Texts for a library that wants pointers to them, as long as this lives.
@safe
private final class CTexts {
  private let buffers: [UnsafeMutablePointer<CChar>?]
  let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ texts: [String?]) {
    unsafe buffers = texts.map { text in
      guard let text else { return nil }
      let bytes = Array(text.utf8CString)
      let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { unsafe (buffer + index).initialize(to: byte) }
      return unsafe buffer
    }
    unsafe pointers = .allocate(capacity: max(1, texts.count))
    for index in texts.indices {
      let buffer = unsafe buffers[index]
      unsafe (pointers + index).initialize(to: buffer.map { unsafe UnsafePointer($0) })
    }
  }

  deinit {
    for index in unsafe buffers.indices { unsafe buffers[index]?.deallocate() }
    unsafe pointers.deallocate()
  }
}
