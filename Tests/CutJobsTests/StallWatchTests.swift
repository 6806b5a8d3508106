import DecoderChildren
import Pixels
import Posix
import Testing

@testable import CutJobs

@Suite struct StallWatchTests {
  private let start = Instant(nanoseconds: 0)

  private func facts(width: Int, isHeldWhole: Bool = false) -> SourceFacts {
    SourceFacts(
      format: "PNG", width: width, height: 10, color: .rgb, chroma: nil, samples: "8", bands: 3,
      hasAlpha: false, orientation: 1, pages: 1, profile: "none", road: .pixels,
      isHeldWhole: isHeldWhole, estimatedMemory: 0)
  }

  private func watch(_ facts: SourceFacts) -> StallWatch {
    var watch = StallWatch(shortest: .seconds(20), limits: CutLimits())
    watch.note(.begun(facts), now: start)
    return watch
  }

  @Test func `a cut that says nothing for long has stalled, and each sign counts anew`() {
    var watch = watch(facts(width: 8000))
    #expect(!watch.hasStalled(now: start + .seconds(20)))
    #expect(watch.hasStalled(now: start + .seconds(21)))
    #expect(watch.failure.words == "made no progress for 20 s and was stopped")
    watch.note(.progress(0.5), now: start + .seconds(21))
    #expect(!watch.hasStalled(now: start + .seconds(41)))
    #expect(watch.hasStalled(now: start + .seconds(42)))
  }

  @Test func `wide images may take longer between two signs`() {
    let watch = watch(facts(width: 200_000))
    #expect(!watch.hasStalled(now: start + .seconds(200)))
    #expect(watch.hasStalled(now: start + .seconds(210)))
  }

  @Test func `who waits for another writer, or for a decoder that holds all, has not stalled`() {
    let waiting = StallWatch(shortest: .seconds(20), limits: CutLimits())
    #expect(!waiting.hasStalled(now: start + .seconds(3600)))
    #expect(!watch(facts(width: 8000, isHeldWhole: true)).hasStalled(now: start + .seconds(3600)))
  }
}
