import DecoderChildren
import Posix
import Sources
import Testing

@testable import CutJobs

@Suite struct FailureMemoryTests {
  private let version: PyramidVersion
  private let damaged = CutFailure(.source, "damaged")
  private let full = CutFailure(.environment(.noSpace, at: .store), "no room")
  private static let start = Instant(nanoseconds: 0)

  init() throws { version = try #require(PyramidVersion("aaaaaaaaaaaaaaaa")) }

  /// For how many seconds each failure of a row is remembered, the next following at once.
  private func seconds(_ failures: [CutFailure]) -> [Int64] {
    var memory = FailureMemory()
    var now = Self.start
    return failures.map { failure in
      memory.note(failure, for: version, now: now)
      var seconds: Int64 = 0
      while memory.reason(version, now: now + .seconds(seconds)) == failure { seconds += 1 }
      now = now + .seconds(seconds)
      return seconds
    }
  }

  @Test func `a verdict on the image is remembered twice as long each time`() {
    #expect(seconds([damaged, damaged, damaged, damaged]) == [10, 20, 40, 80])
  }

  @Test func `the environment's faults are forgotten after ten seconds, however many`() {
    for cause: CutFailure.Cause in [
      .environment(.noSpace, at: .store), .environment(.inputOutput, at: .source),
      .environment(.tooManyOpenFiles, at: .decoder),
      .died(signal: 9), .died(signal: 11), .interrupted,
    ] {
      let failure = CutFailure(cause, "no")
      #expect(seconds([failure, failure, failure]) == [10, 10, 10])
    }
  }

  @Test func `what takes too long is tried ever less, but again within minutes`() {
    let late = CutFailure(.deadline, "late")
    #expect(seconds(Array(repeating: late, count: 8)) == [10, 20, 40, 80, 160, 320, 320, 320])
  }

  @Test func `a full disk in between leaves the image's own count alone`() {
    #expect(seconds([damaged, damaged, full, damaged]) == [10, 20, 10, 40])
  }

  @Test func `remembering has an end`() {
    let row = seconds(Array(repeating: damaged, count: 16))
    #expect(row[13] == 81_920)
    #expect(row[15] == 81_920)
  }

  @Test func `what went well is forgotten`() {
    var memory = FailureMemory()
    memory.note(damaged, for: version, now: Self.start)
    memory.forget(version)
    #expect(memory.reason(version, now: Self.start + .nanoseconds(1)) == nil)
    memory.note(damaged, for: version, now: Self.start)
    #expect(memory.reason(version, now: Self.start + .seconds(11)) == nil)
  }

  @Test func `it never holds more than so many`() throws {
    var memory = FailureMemory()
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    for number in 0..<10_000 {
      let tail = (0..<3).map { letters[number >> (5 * $0) & 31] }
      let version = try #require(PyramidVersion("aaaaaaaaaaaaa" + String(tail)))
      memory.note(damaged, for: version, now: Self.start)
      #expect(memory.reason(version, now: Self.start + .nanoseconds(1)) == damaged)
    }
    #expect(memory.count <= 4096)
  }
}
