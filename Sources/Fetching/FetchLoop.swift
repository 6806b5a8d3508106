import CCurl
import Posix
import S3Wire

/// A thread that carries bytes: all answers of one engine come through it, and its connections are
/// kept for the next ones.
@safe
final class FetchLoop: @unchecked Sendable {
  // `@unchecked`: the handle may be woken from any thread; all else of it is the loop's own.

  private struct Mail {
    var tries: [(attempt: FetchTry, begin: Instant)] = []
    var calls: [(call: @Sendable () -> Void, moment: Instant)] = []
    var isStopping = false
    /// Whether the thread sleeps until something is due, unless somebody wakes it.
    var isAsleep = false
  }

  private let curl: Curl
  private let multi: OpaquePointer
  private let mail = Monitor(Mail())
  private let threads = ThreadGroup()

  /// - Parameter connections: how many are kept open while nobody needs them.
  /// - Throws: that libcurl or a thread can't be had.
  init(connections: Int) throws(FetchingUnavailable) {
    curl = try Curl.loaded()
    guard let multi = unsafe curl.table.pointee.curl_multi_init() else {
      throw FetchingUnavailable(reason: "it has no memory left")
    }
    unsafe self.multi = multi
    _ = unsafe pyramidion_curl_set_connections(curl.table, multi, connections)
    do throws(Errno) {
      try threads.start("fetch", count: 1) { [self] _ in run() }
    } catch {
      _ = unsafe curl.table.pointee.curl_multi_cleanup(multi)
      throw FetchingUnavailable(reason: "no thread can be had: \(error)")
    }
  }

  /// Has a try made, now or later; after the end of the loop it fails.
  func submit(_ attempt: FetchTry, at begin: Instant) {
    let isTaken = post { mail in
      guard !mail.isStopping else { return false }
      mail.tries.append((attempt, begin))
      return true
    }
    if !isTaken { attempt.tell(.failed(Engine.leaving), AnswerHead()) }
  }

  /// Has something called by the thread at a moment; never after the end of the loop.
  func call(at moment: Instant, _ call: @escaping @Sendable () -> Void) {
    post { mail in
      if !mail.isStopping { mail.calls.append((call, moment)) }
    }
  }

  /// Changes the mail, and wakes the thread where it sleeps: once, and not where it is at work, which
  /// may be this very call's.
  @discardableResult
  private func post<Result>(_ change: (inout Mail) -> Result) -> Result {
    let (result, isAsleep) = mail.change { mail in
      defer { mail.isAsleep = false }
      return (change(&mail), mail.isAsleep)
    }
    if isAsleep { _ = unsafe curl.table.pointee.curl_multi_wakeup(multi) }
    return result
  }

  /// Ends all tries, and the thread.
  func stop() {
    post { $0.isStopping = true }
    threads.join()
  }

  // MARK: On the thread

  private func run() {
    var running: [UInt: CurlHandle] = [:]
    var later: [(attempt: FetchTry, begin: Instant)] = []
    let spares = CurlSpares(curl)
    while true {
      let now = Instant.now
      let (arrived, calls, isStopping) = mail.change { mail in
        defer {
          mail.isAsleep = false
          mail.tries = []
          mail.calls.removeAll { $0.moment <= now }
        }
        return (mail.tries, mail.calls.filter { $0.moment <= now }, mail.isStopping)
      }
      later += arrived
      if isStopping { break }
      for one in calls { one.call() }
      for (attempt, begin) in later where begin <= now { start(attempt, &running, spares) }
      later.removeAll { $0.begin <= now }
      var count: CInt = 0
      _ = unsafe curl.table.pointee.curl_multi_perform(multi, &count)
      finish(&running)
      dropLate(&running)
      if let pause = pause(running, later) {
        _ = unsafe curl.table.pointee.curl_multi_poll(multi, nil, 0, pause, &count)
      }
    }
    mail.change { $0.calls = [] }
    let leaving = FetchEnd.failed(Engine.leaving)
    for one in running.values { end(one, leaving) }
    for (attempt, _) in later where attempt.mayBegin() { attempt.tell(leaving, AnswerHead()) }
    _ = unsafe curl.table.pointee.curl_multi_cleanup(multi)
  }

  /// In milliseconds, until something is due, of which libcurl knows its own appointments; nil where
  /// something is to be done at once.
  private func pause(
    _ running: [UInt: CurlHandle], _ later: [(attempt: FetchTry, begin: Instant)]
  ) -> CInt? {
    var next = Instant.now + .seconds(10)
    for one in running.values { next = min(next, one.transfer.end) }
    for (_, begin) in later { next = min(next, begin) }
    let due: Instant? = mail.change { mail in
      // What has come since is seen to first: nobody has woken us for it.
      guard mail.tries.isEmpty, !mail.isStopping else { return nil }
      mail.isAsleep = true
      return mail.calls.reduce(next) { min($0, $1.moment) }
    }
    guard let due else { return nil }
    let wait = (due - .now).nanoseconds / 1_000_000 + 1
    return CInt(min(max(wait, 0), 10_000))
  }

  private func start(
    _ attempt: FetchTry, _ running: inout [UInt: CurlHandle], _ spares: CurlSpares
  ) {
    guard attempt.mayBegin() else { return }
    guard let handle = CurlHandle(curl, FetchTransfer(attempt), spares),
      unsafe handle.add(to: multi)
    else {
      return attempt.tell(.failed(.silence("libcurl can't ask for it")), AnswerHead())
    }
    running[handle.number] = handle
  }

  private func finish(_ running: inout [UInt: CurlHandle]) {
    var left: CInt = 0
    while let message = unsafe curl.table.pointee.curl_multi_info_read(multi, &left) {
      guard unsafe message.pointee.msg == CInt(PYRAMIDION_CURLMSG_DONE) else { continue }
      let number = unsafe UInt(bitPattern: message.pointee.easy_handle)
      let code = unsafe message.pointee.data.result
      guard let one = running.removeValue(forKey: number) else { continue }
      end(one, one.transfer.outcome(code, curl.words(code)))
    }
  }

  private func dropLate(_ running: inout [UInt: CurlHandle]) {
    let now = Instant.now
    for (number, one) in running where one.transfer.end <= now {
      running[number] = nil
      end(one, one.transfer.lateness)
    }
  }

  private func end(_ one: CurlHandle, _ outcome: FetchEnd) {
    unsafe one.remove(from: multi)
    one.transfer.attempt.tell(outcome, one.transfer.head)
  }
}
