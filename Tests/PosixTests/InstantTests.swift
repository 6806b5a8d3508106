import Posix
import Testing

@Suite struct InstantTests {
  @Test func `time goes on and never back`() {
    let first = Instant.now
    Clock.sleep(milliseconds: 2)
    let second = Instant.now
    #expect(second - first >= .milliseconds(2))
    #expect(first < second)
  }

  @Test func `a span leads from one moment to the other`() {
    let moment = Instant(nanoseconds: 5_000_000_000)
    #expect(moment + .milliseconds(1500) == Instant(nanoseconds: 6_500_000_000))
    #expect(moment + .seconds(-6) == Instant(nanoseconds: -1_000_000_000))
    #expect((moment + .seconds(90)) - moment == .seconds(90))
    #expect((moment - (moment + .seconds(90))).seconds == -90)
  }

  @Test func `what lies beyond the last moment is the last moment`() {
    let moment = Instant(nanoseconds: 1)
    #expect(moment + .seconds(Int64.max) == Instant(nanoseconds: .max))
    #expect(Instant(nanoseconds: -1) + .seconds(Int64.min) == Instant(nanoseconds: .min))
    #expect(Duration.seconds(1e12).nanoseconds == .max)
  }
}
