import Glibc
import ScrollMotion
import SeededNumbers
import Testing
import TileViewport
import ViewportSamples

/// Our own exponential and logarithm against the C library's.
@Suite struct ElementaryTests {
  private func units(_ a: Double, _ b: Double) -> Double {
    a == b ? 0 : abs(a - b) / b.magnitude.ulp
  }

  @Test func `exp is right to two units in the last place`() {
    var random = SplitMix(seed: 1)
    var worst = 0.0
    for index in 0..<20_000 {
      let x = index.isMultiple(of: 2) ? random.double(-700...709.78) : random.double(-20...5)
      worst = max(worst, units(Elementary.exp(x), exp(x)))
    }
    #expect(worst <= 2)
  }

  @Test func `log is right to two units in the last place`() {
    var random = SplitMix(seed: 2)
    var worst = 0.0
    for index in 0..<20_000 {
      let x =
        switch index % 3 {
        case 0: exp(random.double(-700...700))
        case 1: random.double(0.5...2)
        default: 1 + exp(random.double(-36...0)) * (random.bool() ? 0.3 : -0.3)
        }
      worst = max(worst, units(Elementary.log(x), log(x)))
    }
    #expect(worst <= 2)
  }

  @Test func `the ends of their ranges`() {
    #expect(Elementary.exp(0) == 1)
    #expect(Elementary.exp(709.782) < .infinity)
    #expect(Elementary.exp(710) == .infinity)
    #expect(Elementary.exp(-800) == 0)
    #expect(Elementary.exp(.nan).isNaN)
    #expect(Elementary.log(1) == 0)
    #expect(Elementary.log(0) == -.infinity)
    #expect(Elementary.log(-1).isNaN)
    #expect(Elementary.log(.infinity) == .infinity)
    #expect(near(Elementary.pow(1.2, 2), 1.44, 1e-15))
  }
}
