import ByteText
import DecoderChildren
import Glibc
package import Posix
import Synchronization

/// Tells whoever runs the service of faults: a line each, and where many come, few lines and their
/// number.
///
/// A line is `pyramidion: fault NAME image="..." reason="..." held-back=N`: texts are JSON strings,
/// `image` is left out where the fault is no image's, `held-back` where nothing was.
package final class FaultLog: Sendable {
  /// How many lines of a kind may come at once, and how long it takes for another.
  private static let burst = 8
  private static let pause = Duration.seconds(10)

  private struct Tally {
    var count = 0
    var heldBack = 0
    var lines = FaultLog.burst
    /// When the next line comes to those that may be written.
    var refill: Instant?
  }

  private struct State {
    var tallies = [Tally](repeating: Tally(), count: Fault.allCases.count)
    var deaths: [Int32: Int] = [:]
  }

  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  /// - Parameter write: where lines go, each with its line feed.
  package init(write: @escaping @Sendable (String) -> Void = { _ in }) { self.write = write }

  /// Counts a fault, and tells of it unless too many of its kind were told of just now.
  ///
  /// - Parameters:
  ///   - fault: its kind.
  ///   - image: the path below the root; nil where it is no image's.
  ///   - reason: what is wrong, in words that name no place of this host.
  ///   - now: when it came to pass.
  package func note(_ fault: Fault, image: [UInt8]?, _ reason: String, now: Instant = .now) {
    let heldBack: Int? = state.withLock { state in
      state.tallies[fault.rawValue].count += 1
      return Self.takeLine(&state.tallies[fault.rawValue], now)
    }
    guard let heldBack else { return }
    var line = "pyramidion: fault \(fault.name)"
    if let image { line += " image=\(Self.quoted(String(decoding: image, as: UTF8.self)))" }
    line += " reason=\(Self.quoted(reason))"
    if heldBack > 0 { line += " held-back=\(heldBack)" }
    write(line + "\n")
  }

  /// Tells of a cut that failed, where that is no verdict on the image.
  ///
  /// - Parameters:
  ///   - failure: what the cut ended with.
  ///   - image: the path below the root.
  func note(_ failure: CutFailure, image: [UInt8]) {
    if case .died(let signal) = failure.cause {
      noteDeath(by: signal)
    }
    guard let fault = Fault(failure) else { return }
    note(fault, image: image, failure.words)
  }

  /// Counts a decoder, or who makes them, that a signal ended.
  ///
  /// - Parameter signal: its number.
  package func noteDeath(by signal: Int32) {
    state.withLock { $0.deaths[signal, default: 0] += 1 }
  }

  /// Says what no fault is: that one has passed, or what was done about it.
  package func say(_ words: String) { write("pyramidion: \(words)\n") }

  /// Tells how many faults were held back of kinds that have come to rest.
  ///
  /// - Parameter now: the moment.
  func tellHeldBack(now: Instant = .now) {
    for fault in Fault.allCases {
      let heldBack: Int? = state.withLock { state in
        guard state.tallies[fault.rawValue].heldBack > 0 else { return nil }
        return Self.takeLine(&state.tallies[fault.rawValue], now, counts: false)
      }
      if let heldBack { write("pyramidion: fault \(fault.name) held-back=\(heldBack)\n") }
    }
  }

  /// How many faults of a kind there were.
  func count(of fault: Fault) -> Int { state.withLock { $0.tallies[fault.rawValue].count } }

  /// How many decoders a signal ended: those that decoders end by are there from the start.
  var deaths: [(signal: String, count: Int)] {
    let counts = state.withLock { $0.deaths }
    let others = counts.keys.filter { Self.signals[$0] == nil }.map { ($0, "\($0)") }
    return (Self.signals.map { ($0.key, $0.value) } + others).sorted { $0.0 < $1.0 }
      .map { ($0.1, counts[$0.0] ?? 0) }
  }

  private static let signals = [
    SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
    SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM", SIGSYS: "SIGSYS",
  ]

  /// - Returns: how many were held back before; nil where no line may be written, and this one is
  ///   held back too.
  private static func takeLine(_ tally: inout Tally, _ now: Instant, counts: Bool = true) -> Int? {
    while tally.lines < burst, let refill = tally.refill, refill <= now {
      tally.lines += 1
      tally.refill = refill + pause
    }
    guard tally.lines > 0 else {
      if counts { tally.heldBack += 1 }
      return nil
    }
    if tally.lines == burst { tally.refill = now + pause }
    tally.lines -= 1
    defer { tally.heldBack = 0 }
    return tally.heldBack
  }

  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return json.text
  }
}
