import ImageRequest
import TileGeometry
import Testing

/// Images to plan for.
enum Shapes {
  static let limits = RequestLimits(
    maximumWidth: 8192, maximumHeight: 8192, maximumArea: 32 << 20)

  static func shape(
    _ width: Int64, _ height: Int64, tileSize: Int32 = 256, stored: ImageFormat? = .jpeg,
    isGray: Bool = false
  ) throws -> ImageShape {
    let size = try #require(ImageSize(width: width, height: height))
    return ImageShape(
      ladder: Ladder(imageSize: size, tileSize: try #require(TileSize(tileSize))),
      storedFormat: stored, isGray: isGray, hasAlpha: false)
  }
}

extension Route {
  init(_ path: String) throws(RequestProblem) { try self.init(path: Array(path.utf8)[...]) }

  /// The plan of a route that asks for a picture; nil for other routes.
  func plan(
    for shape: ImageShape, limits: RequestLimits = Shapes.limits
  ) throws(RequestProblem) -> ImagePlan? {
    guard case .image(_, .picture(let picture)) = self else { return nil }
    return try picture.plan(for: shape, limits: limits)
  }
}

extension ImageShape {
  /// The plan that an address comes to.
  func plan(_ path: String, limits: RequestLimits = Shapes.limits) throws -> ImagePlan {
    try #require(try Route(path).plan(for: self, limits: limits), "\(path) is no picture's")
  }

  /// Why there is no plan for an address; nil when there is one.
  func problem(_ path: String, limits: RequestLimits = Shapes.limits) -> RequestProblem? {
    do throws(RequestProblem) {
      _ = try Route(path).plan(for: self, limits: limits)
      return nil
    } catch {
      return error
    }
  }
}
