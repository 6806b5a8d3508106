import ScrollMotion
import Testing
import TileViewport

/// Vectors G: which taps are which.
@Suite struct TapMachineTests {
  private let place = Point(x: 100, y: 100)
  private let beside = Point(x: 160, y: 140)

  @Test func `a tap alone is a single one once the delay is over`() {
    var taps = TapMachine()
    #expect(taps.began(1, at: place, time: 0) == 1)
    #expect(taps.ended(1, at: place, time: 0.05) == nil)
    #expect(taps.advance(to: 0.399) == nil)
    #expect(taps.advance(to: 0.4001) == .single(place))
    #expect(taps.advance(to: 9) == nil)
  }

  @Test func `two taps in time are a double one only`() {
    var taps = TapMachine()
    _ = taps.began(1, at: place, time: 0)
    _ = taps.ended(1, at: place, time: 0.05)
    #expect(taps.began(1, at: place, time: 0.3) == 2)
    #expect(taps.ended(1, at: place, time: 0.35) == .double(place))
    #expect(taps.advance(to: 9) == nil)
  }

  @Test func `two taps out of time, or far apart, are two single ones`() {
    var late = TapMachine()
    _ = late.began(1, at: place, time: 0)
    _ = late.ended(1, at: place, time: 0.05)
    #expect(late.advance(to: 0.41) == .single(place))
    #expect(late.began(1, at: place, time: 0.41) == 1)
    var apart = TapMachine()
    _ = apart.began(1, at: place, time: 0)
    _ = apart.ended(1, at: place, time: 0.05)
    #expect(apart.began(1, at: beside, time: 0.1) == 1)
    #expect(apart.ended(1, at: beside, time: 0.15) == nil)
    #expect(apart.advance(to: 0.6) == .single(beside))
  }

  @Test(arguments: [0, 0.12] as [Double])
  func `two fingers that lift together or one after the other`(stagger: Double) {
    var taps = TapMachine()
    _ = taps.began(1, at: place, time: 0)
    _ = taps.began(2, at: beside, time: stagger)
    #expect(taps.ended(1, at: place, time: 0.2) == nil)
    #expect(taps.ended(2, at: beside, time: 0.2 + stagger) == .twoFinger(Point(x: 130, y: 120)))
    #expect(taps.advance(to: 9) == nil)
  }

  @Test func `the finger that came second may lift first`() {
    var taps = TapMachine()
    _ = taps.began(1, at: place, time: 0)
    _ = taps.began(2, at: beside, time: 0)
    #expect(taps.ended(2, at: beside, time: 0.1) == nil)
    #expect(taps.ended(1, at: place, time: 0.2) == .twoFinger(Point(x: 130, y: 120)))
  }

  @Test func `three fingers are no tap`() {
    var taps = TapMachine()
    for finger in 1...3 as ClosedRange<Int32> { _ = taps.began(finger, at: place, time: 0) }
    for finger in 1...3 as ClosedRange<Int32> {
      #expect(taps.ended(finger, at: place, time: 0.1) == nil)
    }
    #expect(taps.advance(to: 9) == nil)
  }

  @Test func `no two-finger tap when one finger taps for the second time`() {
    var taps = TapMachine()
    _ = taps.began(1, at: place, time: 0)
    _ = taps.ended(1, at: place, time: 0.05)
    #expect(taps.began(1, at: place, time: 0.2) == 2)
    _ = taps.began(2, at: beside, time: 0.2)
    #expect(taps.ended(1, at: place, time: 0.3) == nil)
    #expect(taps.ended(2, at: beside, time: 0.3) == nil)
    #expect(taps.advance(to: 9) == nil)
  }

  @Test func `a finger that moves or stays too long taps nothing`() {
    var moved = TapMachine()
    _ = moved.began(1, at: place, time: 0)
    moved.moved(1, to: Point(x: 100, y: 111))
    #expect(moved.ended(1, at: place, time: 0.1) == nil)
    #expect(moved.advance(to: 9) == nil)
    var held = TapMachine()
    _ = held.began(1, at: place, time: 0)
    #expect(held.ended(1, at: place, time: 0.8) == nil)
    #expect(held.advance(to: 9) == nil)
  }

  @Test(arguments: 0..<4)
  func `whatever came before, the next tap counts anew`(story: Int) {
    var taps = TapMachine()
    _ = taps.began(1, at: place, time: 0)
    switch story {
    case 0: taps.touchesCancelled()
    case 1:
      taps.moved(1, to: beside)
      _ = taps.ended(1, at: beside, time: 0.1)
    case 2:
      _ = taps.began(2, at: beside, time: 0)
      _ = taps.ended(1, at: place, time: 0.1)
      _ = taps.ended(2, at: beside, time: 0.1)
    default:
      for finger in 2...3 as ClosedRange<Int32> { _ = taps.began(finger, at: place, time: 0) }
      for finger in 1...3 as ClosedRange<Int32> { _ = taps.ended(finger, at: place, time: 0.1) }
    }
    #expect(taps.began(1, at: place, time: 0.2) == 1)
    #expect(taps.ended(1, at: place, time: 0.25) == nil)
    #expect(taps.advance(to: 0.61) == .single(place))
  }

  @Test func `a third quick tap is neither single nor double`() {
    var view = interactive()
    view.doubleTap(100, 100)
    view.tick(0.1)
    view.forget()
    view.tap(100, 100)
    view.tick(1)
    #expect(!view.kinds.contains(.doubleTap) && !view.kinds.contains(.singleTap))
  }

  @Test func `a tap that catches moving content is no tap`() {
    var view = interactive()
    view.flick(from: (100, 200), to: (100, 120), steps: 4)
    view.tick(0.1)
    view.tap(50, 50)
    view.tick(1)
    #expect(!view.kinds.contains(.singleTap))
  }
}
