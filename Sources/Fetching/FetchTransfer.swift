import CCurl
import FetchRules
import Glibc
import Posix
import S3Wire

/// A try under way.
///
/// Only the thread that fetches touches it.
final class FetchTransfer {
  let attempt: FetchTry
  let begun: Instant
  private(set) var head = AnswerHead()
  private var headBytes = 0
  private var body: Expectation.Body?
  private var received: Int64 = 0
  private var complaint: [UInt8] = []
  /// Of the body that goes with it, in bytes.
  private var given: Int64 = 0
  /// What was wrong first.
  private var failure: EngineFailure?
  private var refused: AddressRules.Kind?

  private static let longestHead = 64 << 10

  init(_ attempt: FetchTry) {
    self.attempt = attempt
    begun = .now
  }

  /// When it is over whatever comes.
  var end: Instant {
    let whole = attempt.times.whole.map { begun + .milliseconds($0) } ?? .never
    guard head.status == 0 else { return whole }
    return min(whole, begun + .milliseconds(attempt.times.answer))
  }

  // MARK: What libcurl calls

  /// - Returns: whether to go on.
  func take(line: Span<UInt8>) -> Bool {
    headBytes += line.count
    guard headBytes <= Self.longestHead else {
      return fail(.contradiction("a head of more than \(Self.longestHead) bytes"))
    }
    head.take(line: line, now: Clock.wallSeconds)
    return true
  }

  /// - Returns: whether to go on.
  func take(body bytes: RawSpan) -> Bool {
    guard failure == nil else { return false }
    guard head.isPromise else {
      let room = EngineComplaint.longest - complaint.count
      for index in 0..<min(room, bytes.byteCount) {
        complaint.append(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
      }
      return bytes.byteCount <= room
    }
    guard let body = begin() else { return false }
    let count = Int64(bytes.byteCount)
    guard count <= (body.length ?? attempt.expectation.limit) - received else {
      return fail(
        .contradiction("more bytes than the \(body.length ?? attempt.expectation.limit) allowed"))
    }
    guard attempt.sink.take(bytes, at: body.start + received) else {
      return fail(.contradiction("its bytes could not be kept"))
    }
    received += count
    return true
  }

  /// Gives what is to be sent next.
  ///
  /// - Parameter buffer: taken from its beginning.
  /// - Returns: how many bytes; 0 at the end, nil where they can't be had.
  func give(into buffer: inout MutableRawSpan) -> Int? {
    guard let body = attempt.body, given < body.length else { return 0 }
    guard let read = body.read(at: given, into: &buffer), read > 0 else {
      _ = fail(.forbidden("what is to be put there can't be read"))
      return nil
    }
    // A file that has grown is sent as long as it was.
    let count = min(Int64(read), body.length - given)
    given += count
    return Int(count)
  }

  /// Begins anew, where a connection was gone before anything was answered.
  func giveAgain(from offset: Int64) { given = offset }

  /// A socket for an address, where that may be spoken to.
  func socket(for address: UnsafeMutablePointer<curl_sockaddr>) -> CInt {
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe pyramidion_curl_address(address, $0) } ?? 0
    }
    var number: UInt128 = 0
    for index in 0..<Int(count) { number = number << 8 | UInt128(bytes[index]) }
    let asked: IPAddress = count == 4 ? .four(UInt32(truncatingIfNeeded: number)) : .six(number)
    guard count > 0 else { return -1 }
    if let kind = attempt.rules.refusal(of: asked) {
      refused = kind
      return -1
    }
    let kind = unsafe address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
    return unsafe Glibc.socket(address.pointee.family, kind, address.pointee.protocol)
  }

  // MARK: Its end

  /// What came of it, by libcurl's code and what that means in words.
  func outcome(_ code: CInt, _ words: String) -> FetchEnd {
    if let failure { return .failed(failure) }
    if let refused, code == CInt(PYRAMIDION_CURLE_COULDNT_CONNECT) {
      return .failed(
        .forbidden("\(attempt.request.origin.host) has an address \(refused.rawValue)"))
    }
    let isDone = code == CInt(PYRAMIDION_CURLE_OK)
    guard head.isPromise else {
      // Whatever of a refusal has come tells more than that the rest has not.
      guard head.status != 0 else { return .failed(.silence(isDone ? "no status" : words)) }
      return .failed(EngineFailure(head, EngineComplaint(complaint)))
    }
    // An answer without a byte has not begun yet.
    guard isDone, let body = begin() else { return .failed(failure ?? .silence(words)) }
    guard received == body.length ?? received else {
      return .failed(
        .silence("its answer ended after \(received) of \(body.length ?? received) bytes"))
    }
    return .whole(
      Expectation.Body(
        start: body.start, length: received, total: body.total ?? body.start + received), head)
  }

  /// The same where time ran out.
  var lateness: FetchEnd {
    .failed(failure ?? .silence(head.status == 0 ? "no answer in time" : "not all in time"))
  }

  private func begin() -> Expectation.Body? {
    if let body { return body }
    do throws(EngineFailure) {
      let body = try attempt.expectation.body(of: head)
      guard attempt.sink.begin(body) else {
        _ = fail(.contradiction("nobody wants it any more"))
        return nil
      }
      self.body = body
      return body
    } catch {
      _ = fail(error)
      return nil
    }
  }

  private func fail(_ failure: EngineFailure) -> Bool {
    if self.failure == nil { self.failure = failure }
    return false
  }
}
