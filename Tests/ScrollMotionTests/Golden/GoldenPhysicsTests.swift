import ScrollMotion
import Testing
import TileViewport
import ViewportSamples

/// Vectors I: rubber band, coasting, springs.
///
/// The numbers have as many digits as the source prints.
@Suite struct GoldenPhysicsTests {
  @Test(
    arguments: [
      (960, 5, 2.7421), (960, 10, 5.4687), (960, 100, 52.0197), (960, 400, 178.9831),
      (960, 960, 340.6452), (480, 50, 26.0099), (480, 100, 49.3458),
      (480, 480, 170.3226), (480, 1e4, 441.4716),
    ] as [(Double, Double, Double)])
  func `the rubber band`(dimension: Double, pulled: Double, shown: Double) {
    #expect(near(RubberBand.shown(pulled, dimension: dimension), shown, 5e-5))
    #expect(RubberBand.shown(pulled, dimension: dimension) < dimension)
    let back = RubberBand.pulled(
      RubberBand.shown(pulled, dimension: dimension), dimension: dimension)
    #expect(nearlyEqual(back, pulled))
  }

  /// Rate, velocity, rest, seconds to within half a point, place after half a second.
  @Test(
    arguments: [
      (.normal, 1000, 499.4998, 3.4499, 315.928), (.normal, 2000, 998.9997, 3.7961, 631.856),
      (.fast, 1000, 99.4992, 0.5267, 98.8454),
    ] as [(Deceleration.Rate, Double, Double, Double, Double)])
  func `coasting by the exact integral`(
    rate: Deceleration.Rate, velocity: Double, rest: Double, duration: Double, half: Double
  ) {
    let coast = Deceleration(start: 0, velocity: velocity, rate: rate)
    #expect(near(coast.rest, rest, 5e-5))
    #expect(near(coast.duration(within: 0.5), duration, 5e-5))
    #expect(near(coast.position(at: 0.5), half, 5e-4))
    let mirrored = Deceleration(start: 0, velocity: -velocity, rate: rate)
    #expect(mirrored.rest == -coast.rest)
    #expect(mirrored.position(at: 0.5) == -coast.position(at: 0.5))
    #expect(mirrored.duration(within: 0.5) == coast.duration(within: 0.5))
  }

  @Test func `without speed there is nothing to coast`() {
    let coast = Deceleration(start: 7, velocity: 0, rate: .normal)
    #expect(coast.duration(within: 0.5) == 0)
    #expect(coast.rest == 7)
    #expect(coast.time(toReach: 8) == nil)
  }

  @Test func `an edge is reached when the place at that time is the edge`() throws {
    let coast = Deceleration(start: 10, velocity: 1000, rate: .normal)
    let time = try #require(coast.time(toReach: 300))
    #expect(near(coast.position(at: time), 300, 1e-9))
    #expect(coast.time(toReach: 600) == nil)
    #expect(coast.time(toReach: 0) == nil)
  }

  @Test(
    arguments: [
      (0.05, -90.9796), (0.1, -73.5759), (0.2, -40.6006), (0.3, -19.9148), (0.5, -4.0428),
      (0.8, -0.3019),
    ] as [(Double, Double)])
  func `a spring comes back without overshoot`(time: Double, place: Double) {
    let spring = Spring(start: -100, target: 0, velocity: 0)
    #expect(near(spring.position(at: time), place, 5e-5))
  }

  @Test(arguments: [(0.1, 36.7879), (0.2, 27.0671), (0.5, 3.3690)] as [(Double, Double)])
  func `an edge hit at 1000 points a second`(time: Double, place: Double) {
    let spring = Spring(start: 0, target: 0, velocity: 1000)
    #expect(near(spring.position(at: time), place, 5e-5))
    #expect(spring.position(at: time) <= spring.position(at: 0.1))
  }

  @Test(arguments: [(-100, 0), (0, 1000), (50, -3000), (0.1, 0)] as [(Double, Double)])
  func `a spring stays near its target once its time is over`(start: Double, velocity: Double) {
    let spring = Spring(start: start, target: 0, velocity: velocity)
    let end = spring.duration(within: 0.5)
    for step in 0..<200 {
      #expect(abs(spring.position(at: end + Double(step) * 0.01)) <= 0.5 + 1e-9)
    }
  }

  @Test func `a still finger's release coasts nowhere and tells no deceleration`() {
    var view = scroller()
    view.drag(from: (100, 200), to: (100, 100))
    #expect(view.values(of: .didEndDragging) == [0])
    #expect(!view.kinds.contains(.willBeginDecelerating))
  }

  @Test(arguments: [(.normal, 499), (.fast, 99)] as [(Deceleration.Rate, Double)])
  func `the projection of Apple's talk is a law of its own`(rate: Deceleration.Rate, rest: Double) {
    let coast = Deceleration(start: 0, velocity: 1000, rate: rate, law: .projection)
    #expect(abs(coast.rest - rest) < 1e-6)
    #expect(abs(coast.position(at: 60) - rest) < 1e-6)
  }
}
