import ByteText
import HTTPWire
import Posix

/// One loop's lines on their way to the access log.
final class AccessLogLane: Sendable {
  private struct State {
    var format: AccessLog.Format
    var lines: [UInt8] = []
    var dropped = 0
    /// Whether its loop writes no more.
    var isLeft = false
  }

  /// Bytes of lines that wait; about four thousand lines.
  private static let capacity = 1024 * 1024

  private let bell: SharedBell
  private let losses: LogLosses
  private let state: Monitor<State>

  init(_ format: AccessLog.Format, bell: SharedBell, losses: LogLosses) {
    state = Monitor(State(format: format))
    self.bell = bell
    self.losses = losses
  }

  var isLeft: Bool { state.change { $0.isLeft } }

  /// Says that its loop writes no more.
  func leave() {
    state.change { $0.isLeft = true }
    bell.descriptor.ring()
  }

  /// Notes lines that were taken and could not be written, for a later line to tell.
  func tellAgain(_ lines: Int) { state.change { $0.dropped += lines } }

  func change(to format: AccessLog.Format) { state.change { $0.format = format } }

  /// Puts down one answer.
  ///
  /// - Parameters:
  ///   - record: the answer.
  ///   - texts: of its request.
  ///   - bytes: of the body that went out.
  ///   - peer: who asked.
  ///   - seconds: since 1970.
  func write(
    _ record: AnswerRecord, _ texts: RequestTexts, bytes: Int64, peer: SocketAddress,
    seconds: Int64
  ) {
    let microseconds = max(0, (Instant.now.nanoseconds - record.started.nanoseconds) / 1000)
    let isFirst = state.change { state in
      guard state.lines.count < Self.capacity else {
        state.dropped += 1
        losses.add(1)
        return false
      }
      let wasEmpty = state.lines.isEmpty
      let entry = LogEntry(
        record: record, texts: texts, bytes: bytes, microseconds: microseconds, peer: peer,
        seconds: seconds)
      switch state.format {
      case .combined: entry.appendCombined(to: &state.lines)
      case .json: entry.appendJSON(to: &state.lines)
      }
      return wasEmpty
    }
    if isFirst { bell.descriptor.ring() }
  }

  /// Takes all lines; the array given in is filled next.
  ///
  /// - Parameter lines: what they are put into.
  /// - Returns: of how many lost ones the last line tells; 0 where none does.
  func take(into lines: inout [UInt8]) -> Int {
    lines.removeAll(keepingCapacity: true)
    let (dropped, format) = state.change { state in
      swap(&state.lines, &lines)
      defer { state.dropped = 0 }
      return (state.dropped, state.format)
    }
    guard dropped > 0 else { return 0 }
    switch format {
    case .combined:
      lines.append("# ")
      lines.append(decimal: Int64(dropped))
      lines.append(" lines were dropped here: the log could not keep up\n")
    case .json:
      lines.append(json: .spaced) { json in
        json.object { json in
          json.key("dropped")
          json.integer(Int64(dropped))
        }
      }
      lines.append(ASCII.lineFeed)
    }
    return dropped
  }
}

/// One answer as the log tells it.
private struct LogEntry {
  let record: AnswerRecord
  let texts: RequestTexts
  let bytes: Int64
  let microseconds: Int64
  let peer: SocketAddress
  let seconds: Int64

  func appendCombined(to line: inout [UInt8]) {
    peer.appendHost(to: &line)
    line.append(" - - [")
    HTTPDate.appendForLog(seconds, to: &line)
    line.append("] \"")
    Self.appendEscaped(texts.line, to: &line)
    line.append("\" ")
    line.append(decimal: Int64(record.status.rawValue))
    line.append(" ")
    line.append(decimal: bytes)
    line.append(" \"")
    Self.appendEscaped(texts.referer ?? [0x2D], to: &line)
    line.append("\" \"")
    Self.appendEscaped(texts.agent ?? [0x2D], to: &line)
    line.append("\" ")
    line.append(hexadecimal: record.identifier, digits: 16)
    line.append(" ")
    line.append(decimal: microseconds)
    line.append(" ")
    line.append(record.provenance.name)
    line.append("\n")
  }

  /// Quotes, backslashes, and whatever is not visible ASCII as `\xHH`: a line stays one line, and
  /// a quoted part ends where it ends.
  private static func appendEscaped(_ text: ArraySlice<UInt8>, to line: inout [UInt8]) {
    for byte in text {
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte > 0x7E {
        line.append("\\x")
        line.append(hexadecimal: UInt64(byte), digits: 2)
      } else {
        line.append(byte)
      }
    }
  }

  /// Fields may hold any byte, so they are written as the Latin-1 they stand for.
  func appendJSON(to line: inout [UInt8]) {
    line.append(json: .spaced) { json in
      json.object { json in
        json.key("time")
        json.string { HTTPDate.appendISO8601(seconds, to: &$0) }
        json.key("id")
        json.string { $0.append(hexadecimal: record.identifier, digits: 16) }
        json.key("client")
        json.string { peer.appendHost(to: &$0) }
        json.key("request")
        json.string(latin1: texts.line)
        json.key("status")
        json.integer(Int64(record.status.rawValue))
        json.key("bytes")
        json.integer(bytes)
        json.key("microseconds")
        json.integer(microseconds)
        json.key("answeredBy")
        json.string { $0.append(record.provenance.name) }
        if let referer = texts.referer {
          json.key("referer")
          json.string(latin1: referer)
        }
        if let agent = texts.agent {
          json.key("userAgent")
          json.string(latin1: agent)
        }
      }
    }
    line.append(ASCII.lineFeed)
  }
}
