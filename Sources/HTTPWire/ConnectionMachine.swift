import ByteText

/// One connection's protocol state: it is fed bytes and events, and says what to do.
///
/// It holds no socket, buffer or clock. The driver presents the bytes that were not consumed yet,
/// does what the step says, and comes again. There is one for a connection, and it is never copied:
/// asking it something costs no more than the question.
package struct ConnectionMachine: ~Copyable, Sendable {
  /// What the driver is to do.
  package enum Step: Sendable, Equatable {
    /// Bring more bytes, or the end of them.
    case wait
    /// Send `100 Continue`, and come again.
    case sendContinue
    /// Have the request answered.
    case request
    /// Send this refusal, then close.
    case refuse(Refusal)
  }

  /// How a body goes over the wire.
  package enum Delivery: Sendable, Equatable {
    /// No body is sent, whatever the response holds.
    case none
    /// As many bytes as the fields say.
    case exact(Int64)
    case chunked
    /// The end of the connection ends the body.
    case untilClose
  }

  /// What the connection waits for, and so which deadline holds.
  package enum Expectation: Sendable, Equatable {
    case nextRequest, restOfHead, restOfBody, answer, nothing
  }

  private enum Phase: Sendable { case head, body, answering, over }

  private var phase = Phase.head
  private var hasBegunHead = false
  private var emptyLines = 0
  private var scanner = HeadScanner()
  private var body: BodyReader?
  /// The request whose body is being read.
  private var held: Request?
  /// Requests whose head was complete.
  package private(set) var requests = 0
  private var persists = true

  package init() {}

  package var expectation: Expectation {
    switch phase {
    case .head: hasBegunHead ? .restOfHead : .nextRequest
    case .body: .restOfBody
    case .answering: .answer
    case .over: .nothing
    }
  }

  /// Whether nothing more will be read or answered.
  package var isOver: Bool { phase == .over }

  /// Lets the answer under way be the last one.
  package mutating func stopPersisting() { persists = false }

  /// Looks at bytes that came.
  ///
  /// - Parameters:
  ///   - input: every byte not consumed before, in order.
  ///   - consumed: grows by the bytes that need not be presented again.
  ///   - request: filled in when the step is `request`; scratch otherwise.
  ///   - limits: what the peer may ask.
  /// - Returns: what is to be done before this is called again.
  package mutating func advance(
    _ input: Span<UInt8>, consumed: inout Int, into request: inout Request, limits: WireLimits
  ) -> Step {
    do throws(Refusal) {
      switch phase {
      case .head:
        guard try readHead(input, &consumed, &request, limits) else { return .wait }
        if phase == .body, request.expectsContinue { return .sendContinue }
        if phase == .body { fallthrough }
      case .body:
        guard try readBody(input, &consumed, &request, limits) else { return .wait }
      case .answering, .over:
        return .wait
      }
      return .request
    } catch {
      if let held { request = held }
      held = nil
      phase = .over
      return .refuse(error)
    }
  }

  private mutating func readHead(
    _ input: Span<UInt8>, _ consumed: inout Int, _ request: inout Request, _ limits: WireLimits
  ) throws(Refusal) -> Bool {
    try skipEmptyLines(input, &consumed)
    guard hasBegunHead else { return false }
    let rest = input.extracting(consumed..<input.count)
    guard case .complete(let length) = try scanner.scan(rest, limits: limits) else { return false }
    try request.parse(rest.extracting(0..<length), limits: limits)
    consumed += length
    requests += 1
    if requests >= limits.requestsPerConnection { persists = false }
    scanner = HeadScanner()
    hasBegunHead = false
    emptyLines = 0
    if request.framing == .none {
      phase = .answering
    } else {
      body = try BodyReader(request.framing, limits: limits)
      held = request
      phase = .body
    }
    return true
  }

  /// Passes over empty lines before a request line (RFC 9112 2.2), a few of them.
  private mutating func skipEmptyLines(_ input: Span<UInt8>, _ consumed: inout Int) throws(Refusal)
  {
    while !hasBegunHead, consumed < input.count {
      let byte = input[consumed]
      if byte == ASCII.carriageReturn {
        guard consumed + 1 < input.count else { return }
        guard input[consumed + 1] == ASCII.lineFeed else { throw .bareCarriageReturn }
        guard emptyLines < 4 else { throw .emptyLines }
        emptyLines += 1
        consumed += 2
      } else if byte == ASCII.lineFeed {
        throw .bareLineFeed
      } else {
        // What can't begin a method, a TLS greeting above all, is not waited on any longer.
        guard ASCII.isToken(byte) else { throw .malformedRequestLine }
        hasBegunHead = true
      }
    }
  }

  private mutating func readBody(
    _ input: Span<UInt8>, _ consumed: inout Int, _ request: inout Request, _ limits: WireLimits
  ) throws(Refusal) -> Bool {
    guard var reader = body else { return true }
    consumed += try reader.consume(input.extracting(consumed..<input.count), limits: limits)
    body = reader
    guard reader.isFinished else { return false }
    if let held { request = held }
    held = nil
    body = nil
    phase = .answering
    return true
  }

  /// Writes a response's head, and says how its body goes out.
  ///
  /// - Parameters:
  ///   - response: to the request that the last step handed out.
  ///   - request: that request.
  ///   - date: the whole `Date` line.
  ///   - output: gets the head.
  /// - Returns: how the body goes out.
  package mutating func beginAnswer(
    _ response: borrowing Response, to request: borrowing Request, date: [UInt8],
    into output: inout [UInt8]
  ) -> Delivery {
    var delivery: Delivery =
      switch response.body {
      case .empty: .exact(0)
      case .bytes(let bytes): .exact(Int64(bytes.count))
      case .file(let region): .exact(region.length)
      case .stream(_, let length?): .exact(length)
      case .stream: request.version == .http11 ? .chunked : .untilClose
      }
    persists = persists && request.wantsPersistence
    if delivery == .untilClose, request.method != .head { persists = false }

    Self.writeStatusLine(response.status, date: date, into: &output)
    output.append(response.fields.bytes.span)
    if !response.status.forbidsBody {
      switch delivery {
      case .exact(let length):
        output.append("Content-Length: ")
        output.append(decimal: length)
        output.append("\r\n")
      case .chunked: output.append("Transfer-Encoding: chunked\r\n")
      case .untilClose, .none: break
      }
    }
    if !persists {
      output.append("Connection: close\r\n")
    } else if request.version == .http10 {
      output.append("Connection: keep-alive\r\n")
    }
    output.append("\r\n")
    if request.method == .head || response.status.forbidsBody { delivery = .none }
    return delivery
  }

  /// Writes a whole answer that refuses a request; nothing follows it.
  ///
  /// - Returns: how many bytes of it are the body.
  @discardableResult
  package func writeRefusal(
    _ refusal: Refusal, of request: borrowing Request, date: [UInt8], into output: inout [UInt8]
  ) -> Int {
    let body = Response.errorObject(refusal.status, "\(refusal.detail)")
    Self.writeStatusLine(refusal.status, date: date, into: &output)
    output.append("Content-Type: application/json\r\nContent-Length: ")
    output.append(decimal: Int64(body.count))
    output.append("\r\nConnection: close\r\n\r\n")
    guard request.method != .head else { return 0 }
    output.append(body.span)
    return body.count
  }

  private static func writeStatusLine(
    _ status: Status, date: [UInt8], into output: inout [UInt8]
  ) {
    output.append("HTTP/1.1 ")
    output.append(decimal: Int64(status.rawValue))
    output.append(ASCII.space)
    output.append(status.reason)
    output.append("\r\n")
    output.append(date.span)
  }

  /// Notes that the answer is complete as far as this machine is concerned.
  ///
  /// - Returns: whether the connection goes on to a next request.
  package mutating func endAnswer() -> Bool {
    phase = persists ? .head : .over
    return persists
  }

  /// Ends the conversation: an answer under way is cut short.
  package mutating func abort() {
    phase = .over
    held = nil
    body = nil
  }

  /// Notes that a deadline passed while waiting for the client.
  ///
  /// - Returns: the refusal to send when a request had begun; nil when there is nobody to answer.
  package mutating func timeOut() -> Refusal? {
    let hadBegun = expectation == .restOfHead || expectation == .restOfBody
    abort()
    return hadBegun ? .tooSlow : nil
  }
}
