import ImageRequest
import Testing
import TileGeometry

/// What is larger than answers may be is refused, and `max` keeps within it.
@Suite struct LimitTests {
  static let limits = RequestLimits(
    maximumWidth: 400, maximumHeight: 300, maximumArea: 100_000)

  @Test(arguments: ["max", "^max"], [(700, 500), (5000, 200), (200, 5000), (300, 300)])
  func `the largest picture keeps its form and all limits`(
    word: String, size: (Int64, Int64)
  ) throws {
    let shape = try Shapes.shape(size.0, size.1)
    let plan = try shape.plan("/iiif/3/a/full/\(word)/0/default.jpg", limits: Self.limits)
    let (width, height) = (plan.size.width, plan.size.height)
    #expect(width <= 400 && height <= 300 && width * height <= 100_000)
    // One more in either direction would not do.
    let form = Double(size.0) / Double(size.1)
    #expect(abs(Double(width) - Double(height) * form) <= max(1, form))
    let (wider, higher) = (Double(width + 2), Double(height + 2))
    let isOwn = word == "max" && width == size.0
    #expect(
      isOwn || wider > 400 || higher > 300 || wider * wider / form > 100_000
        || higher * higher * form > 100_000)
  }

  @Test(arguments: ["401,", ",301", "400,300", "^700,", "^400,300", "pct:100", "!400,301"])
  func `what could never fit is refused`(size: String) throws {
    let shape = try Shapes.shape(700, 500)
    let isFitted = size.hasPrefix("!")
    let problem = shape.problem("/iiif/3/a/full/\(size)/0/default.jpg", limits: Self.limits)
    #expect((problem == nil) == isFitted, "\(size)")
    #expect(shape.problem("/iiif/3/a/full/370,/0/default.jpg", limits: Self.limits) == nil)
  }
}
