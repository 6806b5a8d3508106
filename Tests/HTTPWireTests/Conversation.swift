import ByteText
import HTTPWire

/// Drives a machine with bytes in pieces and answers every request with its method and target.
struct Conversation {
  var limits = WireLimits()
  var keepsBody = false

  /// What a client would read, given these bytes in pieces of one size.
  func output(for input: [UInt8], pieces: Int) -> String {
    var machine = ConnectionMachine()
    var request = Request()
    var output: [UInt8] = []
    var held: [UInt8] = []
    var next = 0
    while !machine.isOver {
      var consumed = 0
      let step = machine.advance(held.span, consumed: &consumed, into: &request, limits: limits)
      held.removeFirst(consumed)
      switch step {
      case .wait:
        guard next < input.count else { return String(decoding: output, as: UTF8.self) }
        let end = min(input.count, next + pieces)
        held += input[next..<end]
        next = end
      case .sendContinue: output.append(ChunkFraming.interim)
      case .request:
        var response = Response()
        let body = Array(request.requestLine)
        response.body = .bytes(SharedBytes(body))
        let delivery = machine.beginAnswer(response, to: request, date: [], into: &output)
        if delivery != .none { output += body }
        _ = machine.endAnswer()
      case .refuse(let refusal):
        machine.writeRefusal(refusal, of: request, date: [], into: &output)
      }
    }
    output.append("<closed>")
    return String(decoding: output, as: UTF8.self)
  }

  /// The same for the bytes as a whole, which every way of cutting them must come to.
  func output(for text: String) -> String {
    output(for: Array(text.utf8), pieces: max(1, text.utf8.count))
  }
}

/// The answer ``Conversation`` gives to a request it accepts.
func accepted(_ line: String, connection: String = "") -> String {
  "HTTP/1.1 200 OK\r\nContent-Length: \(line.utf8.count)\r\n\(connection)\r\n\(line)"
}
