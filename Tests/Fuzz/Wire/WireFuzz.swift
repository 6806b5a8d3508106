import ByteText
import HTTPWire

/// libFuzzer's entry: the same bytes at once and in pieces must come to the same, whatever they are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWire(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe UnsafeBufferPointer(start: start, count: count)
  guard let seed = unsafe input.first else { return 0 }
  let bytes = unsafe [UInt8](input.dropFirst())
  let whole = transcript(of: bytes, piece: bytes.count)
  let pieces = transcript(of: bytes, piece: Int(seed % 16) + 1)
  precondition(whole == pieces, "cut into pieces the stream reads differently")
  return 0
}

private let limits: WireLimits = {
  var limits = WireLimits()
  // Small enough for inputs of a few kilobytes to run into them.
  limits.headBytes = 512
  limits.targetBytes = 128
  limits.fields = 12
  limits.bodyBytes = 256
  return limits
}()

private struct Event: Equatable {
  let step: ConnectionMachine.Step
  let method: Method
  let target: [UInt8]
  let answer: [UInt8]
}

/// Drives a machine as a server does, presenting the bytes in pieces of one size.
private func transcript(of bytes: [UInt8], piece: Int) -> [Event] {
  var events: [Event] = []
  var machine = ConnectionMachine()
  var request = Request()
  var held: [UInt8] = []
  var next = 0
  while !machine.isOver {
    var consumed = 0
    let step = machine.advance(held.span, consumed: &consumed, into: &request, limits: limits)
    precondition(consumed <= held.count, "more was consumed than was there")
    held.removeFirst(consumed)
    switch step {
    case .wait:
      precondition(held.count <= limits.headBytes, "an endless head is waited for")
      guard next < bytes.count else { return events }
      let end = min(bytes.count, next + piece)
      held += bytes[next..<end]
      next = end
    case .sendContinue:
      events.append(Event(step: step, method: request.method, target: [], answer: []))
    case .request:
      events.append(answer(&machine, request, step))
      _ = machine.endAnswer()
    case .refuse(let refusal):
      var output: [UInt8] = []
      machine.writeRefusal(refusal, of: request, date: [], into: &output)
      events.append(Event(step: step, method: .other, target: [], answer: output))
    }
  }
  return events
}

/// Answers the way a file is answered: conditions, ranges and preferences are read as well.
private func answer(
  _ machine: inout ConnectionMachine, _ request: Request, _ step: ConnectionMachine.Step
) -> Event {
  var response = Response()
  var tag = EntityTag()
  tag.append("abc")
  let state = Validators(tag: tag, lastModified: 784_111_777)
  switch request.evaluate(state, now: 1_700_000_000) {
  case .proceed: break
  case .notModified: response.status = .notModified
  case .failed: response.status = .preconditionFailed
  }
  switch request.selectRange(length: 1000, state, now: 1_700_000_000) {
  case .whole: break
  case .part(let first, let last):
    precondition(first >= 0 && first <= last && last < 1000, "a range outside what there is")
    response.fields.addContentRange(first: first, last: last, of: 1000)
  case .unsatisfiable: response.status = .rangeNotSatisfiable
  }
  let wanted = request.preference(forType: "image", "webp").thousandths
  precondition((0...1000).contains(wanted), "a preference beyond its scale")
  response.fields.add("Preference", Int64(wanted))
  for segment in PathSegments(request.path) {
    var decoded: [UInt8] = []
    precondition(decoded.append(percentDecoding: segment), "a path that can't be decoded")
    response.fields.add("Segment", decoded[...])
  }
  if let host = request.host { response.fields.add("Host", host) }
  var output: [UInt8] = []
  _ = machine.beginAnswer(response, to: request, date: [], into: &output)
  return Event(
    step: step, method: request.method, target: Array(request.target), answer: output)
}
