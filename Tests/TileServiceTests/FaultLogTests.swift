import DecoderChildren
import Posix
import Synchronization
import Testing

@testable import TileService

@Suite struct FaultLogTests {
  /// What a log has written.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let lines = Lines()
  private let log: FaultLog
  private let start = Instant(nanoseconds: 0)

  init() {
    let lines = lines
    log = FaultLog { lines.add($0) }
  }

  @Test func `a fault is a line with its image and its reason`() {
    log.note(.storeFull, image: Array("a \"b\"\n.jpg".utf8), "no space")
    log.note(.storeUnusable, image: nil, "gone")
    #expect(
      lines.all == [
        #"pyramidion: fault store-full image="a \"b\"\n.jpg" reason="no space""# + "\n",
        "pyramidion: fault store-unusable reason=\"gone\"\n",
      ])
  }

  @Test func `of many a few are told, and how many were not`() throws {
    for _ in 0..<20 { log.note(.unreadable, image: nil, "error", now: start) }
    #expect(lines.all.count == 8 && lines.all.allSatisfy { !$0.contains("held-back") })
    log.note(.storeFull, image: nil, "full", now: start)
    #expect(lines.all.count == 9, "one kind holds no other back")
    log.note(.unreadable, image: nil, "error", now: start + .seconds(9))
    #expect(lines.all.count == 9)
    log.note(.unreadable, image: nil, "error", now: start + .seconds(10))
    #expect(
      try #require(lines.all.last) == "pyramidion: fault unreadable reason=\"error\" held-back=13\n"
    )
    #expect(log.count(of: .unreadable) == 22)
  }

  @Test func `what was held back is told in the end though nothing more comes`() {
    for _ in 0..<11 { log.note(.deadline, image: nil, "late", now: start) }
    log.tellHeldBack(now: start + .seconds(1))
    #expect(lines.all.count == 8)
    log.tellHeldBack(now: start + .seconds(10))
    log.tellHeldBack(now: start + .seconds(20))
    #expect(lines.all.count == 9)
    #expect(lines.all.last == "pyramidion: fault deadline held-back=3\n")
  }

  @Test(
    arguments: [
      (.source, nil), (.limit, nil), (.interrupted, nil), (.deadline, .deadline),
      (.died(signal: 9), .decoderKilled), (.died(signal: 11), .decoderCrashed),
      (.environment(.noSpace, at: .store), .storeFull),
      (.environment(.invalidArgument, at: .store), .storeUnusable),
      (.environment(.inputOutput, at: .store), .storeUnusable),
      (.environment(.inputOutput, at: .source), .unreadable),
      (.environment(.tooManyOpenFiles, at: .source), .outOfDescriptors),
      (.environment(.invalidArgument, at: .decoder), .decoderUnusable),
      (.environment(.inputOutput, at: .decoder), .decoderUnusable),
    ] as [(CutFailure.Cause, Fault?)])
  func `a cut that failed is a fault unless the image is to blame`(
    cause: CutFailure.Cause, fault: Fault?
  ) {
    log.note(CutFailure(cause, "why"), image: [0x61])
    #expect(lines.all.count == (fault == nil ? 0 : 1))
    for kind in Fault.allCases { #expect(log.count(of: kind) == (kind == fault ? 1 : 0)) }
  }

  @Test func `decoders that a signal ended are counted by it`() {
    for signal: Int32 in [11, 6, 11] {
      log.note(CutFailure(.died(signal: signal), "crashed"), image: [0x61])
    }
    log.note(CutFailure(.died(signal: 40), "crashed"), image: [0x61])
    let counts = Dictionary(uniqueKeysWithValues: log.deaths.map { ($0.signal, $0.count) })
    #expect(counts["SIGABRT"] == 1 && counts["SIGSEGV"] == 2 && counts["40"] == 1)
    #expect(counts["SIGKILL"] == 0)
  }
}
