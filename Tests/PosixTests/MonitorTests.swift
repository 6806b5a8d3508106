import Posix
import Testing

@Suite struct MonitorTests {
  @Test func `waiting ends at its moment when nothing comes`() {
    let monitor = Monitor(0)
    let started = Instant.now
    let found: Int? = monitor.wait(until: started + .milliseconds(30)) { _ in nil }
    #expect(found == nil)
    #expect(Instant.now - started >= .milliseconds(30))
  }

  @Test func `a moment that has passed still has one look`() {
    let monitor = Monitor(7)
    let past = Instant(nanoseconds: 1)
    #expect(monitor.wait(until: past) { $0 == 7 ? "seven" : nil } == "seven")
    #expect(monitor.wait(until: past) { $0 == 8 ? "eight" : nil } == nil)
  }

  @Test func `a change wakes who waits`() throws {
    let monitor = Monitor(0)
    let thread = try Thread(name: "changer") {
      Clock.sleep(milliseconds: 5)
      monitor.change { $0 = 3 }
    }
    let found = monitor.wait(until: .now + .seconds(20)) { $0 > 0 ? $0 : nil }
    #expect(found == 3)
    thread.join()
  }

  @Test func `a change may bring the moment forward`() throws {
    let monitor = Monitor(Instant.now + .seconds(600))
    let thread = try Thread(name: "changer") {
      Clock.sleep(milliseconds: 5)
      monitor.change { $0 = .now }
    }
    let started = Instant.now
    let found: Int? = monitor.wait(until: { $0 }) { _ in nil }
    #expect(found == nil)
    #expect(Instant.now - started < .seconds(60))
    thread.join()
  }
}
