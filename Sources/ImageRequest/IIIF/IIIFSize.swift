import ByteText
import TileGeometry

/// How large the region shall be.
struct IIIFSize: Equatable {
  enum Form: Equatable {
    /// As large as the image and the limits have it.
    case largest
    /// Not scaled at all; 2.1 only.
    case unscaled
    case width(Int64)
    case height(Int64)
    case percent(Double)
    case exact(Int64, Int64)
    /// As large as fits.
    case within(Int64, Int64)
  }

  let form: Form
  /// Whether the picture may become larger than its region.
  let mayEnlarge: Bool

  init(_ form: Form, mayEnlarge: Bool) {
    self.form = form
    self.mayEnlarge = mayEnlarge
  }

  init(_ text: ArraySlice<UInt8>, _ version: IIIFVersion) throws(RequestProblem) {
    let hasCaret = text.first == UInt8(ascii: "^")
    guard version == .three || !hasCaret, let form = Self.form(hasCaret ? text.dropFirst() : text),
      form != .unscaled || version == .two
    else {
      let forms =
        version == .three
        ? "max; w,; ,h; pct:n; w,h or !w,h, with or without ^"
        : "full; max; w,; ,h; pct:n; w,h or !w,h"
      throw .malformed("the size '\(text.shown)' is not \(forms)")
    }
    self.form = form
    mayEnlarge = hasCaret || version == .two
  }

  private static func form(_ text: ArraySlice<UInt8>) -> Form? {
    if text.equals("max") { return .largest }
    if text.equals("full") { return .unscaled }
    if text.prefix(4).equals("pct:") {
      return PathNumber.decimal(text.dropFirst(4)).map { .percent($0) }
    }
    let isWithin = text.first == UInt8(ascii: "!")
    guard let (left, right) = (isWithin ? text.dropFirst() : text).split(at: UInt8(ascii: ","))
    else { return nil }
    switch (left.isEmpty, right.isEmpty) {
    case (false, false):
      guard let width = PathNumber.count(left), let height = PathNumber.count(right) else {
        return nil
      }
      return isWithin ? .within(width, height) : .exact(width, height)
    case (false, true): return isWithin ? nil : PathNumber.count(left).map { .width($0) }
    case (true, false): return isWithin ? nil : PathNumber.count(right).map { .height($0) }
    case (true, true): return nil
    }
  }

  /// The size in pixels; inside the limits, and never empty.
  func resolved(
    for region: PixelRect, _ version: IIIFVersion, _ shape: ImageShape, _ limits: RequestLimits
  ) throws(RequestProblem) -> PixelSize {
    let most = limits.largestScale(width: region.width, height: region.height)
    let size: PixelSize
    switch form {
    case .largest:
      // 2.1's `max` has no caret and never enlarges.
      let enlarges = mayEnlarge && version == .three
      return Self.scaled(region, by: enlarges ? most : min(1, most), limits)
    case .unscaled: size = PixelSize(width: region.width, height: region.height)
    case .width(let width):
      size = PixelSize(width: width, height: Self.other(width, region, in: shape, isWidth: true))
    case .height(let height):
      size = PixelSize(width: Self.other(height, region, in: shape, isWidth: false), height: height)
    case .percent(let share):
      guard mayEnlarge || share <= 100 else { throw Self.tooLarge(region, version) }
      guard share > 0 else { throw .malformed("the size comes to no pixel") }
      size = PixelSize(
        width: Self.pixels(Double(region.width) * share / 100),
        height: Self.pixels(Double(region.height) * share / 100))
    case .exact(let width, let height): size = PixelSize(width: width, height: height)
    case .within(let width, let height):
      guard width > 0, height > 0 else { throw .malformed("the size comes to no pixel") }
      let fit = min(
        Double(width) / Double(region.width), Double(height) / Double(region.height), most)
      let scaled = Self.scaled(region, by: mayEnlarge ? fit : min(1, fit), limits)
      return PixelSize(width: min(width, scaled.width), height: min(height, scaled.height))
    }
    guard size.width > 0, size.height > 0 else { throw .malformed("the size comes to no pixel") }
    guard mayEnlarge || (size.width <= region.width && size.height <= region.height) else {
      throw Self.tooLarge(region, version)
    }
    guard limits.allow(width: size.width, height: size.height) else {
      throw .malformed(
        "the size \(size.width)x\(size.height) is above the limits: \(limits.maximumWidth) wide,"
          + " \(limits.maximumHeight) high, \(limits.maximumArea) pixels in all")
    }
    return size
  }

  private static func tooLarge(_ region: PixelRect, _ version: IIIFVersion) -> RequestProblem {
    .malformed(
      "the size is above the region's \(region.width)x\(region.height): put ^ before it to enlarge")
  }

  private static func scaled(
    _ region: PixelRect, by scale: Double, _ limits: RequestLimits
  ) -> PixelSize {
    let (width, height) = (Double(region.width) * scale, Double(region.height) * scale)
    let nearest = PixelSize(width: pixels(width), height: pixels(height))
    if limits.allow(width: nearest.width, height: nearest.height) { return nearest }
    // Rounding up has passed a limit.
    let floor = PixelSize(
      width: pixels(width.rounded(.down)), height: pixels(height.rounded(.down)))
    if limits.allow(width: floor.width, height: floor.height) { return floor }
    // A side of less than a pixel was made one: the other is what that leaves.
    return PixelSize(
      width: min(floor.width, max(1, limits.maximumArea / floor.height)),
      height: min(floor.height, max(1, limits.maximumArea / floor.width)))
  }

  /// The side that keeps the proportions.
  ///
  /// Where the given side is that of a level, the other one is the level's too: rounded up, as all
  /// levels are. Everywhere else it is rounded to the nearest.
  private static func other(
    _ given: Int64, _ region: PixelRect, in shape: ImageShape, isWidth: Bool
  ) -> Int64 {
    let (side, opposite) = isWidth ? (region.width, region.height) : (region.height, region.width)
    var next: Reduction? = .full
    while let reduction = next, reduction <= shape.ladder.coarsest {
      next = reduction.coarser
      let pixel = Int64(1) << Int64(reduction.exponent)
      guard reduction.reduce(side) == given, region.x % pixel == 0, region.y % pixel == 0,
        region.width % pixel == 0 || region.maxX == shape.size.width,
        region.height % pixel == 0 || region.maxY == shape.size.height
      else { continue }
      return reduction.reduce(opposite)
    }
    return pixels(Double(opposite) * Double(given) / Double(side))
  }

  /// The nearest whole number from one on; the largest one for what would not fit, which is above
  /// all limits.
  private static func pixels(_ exact: Double) -> Int64 {
    exact < 0x1p62 ? max(1, Int64(exact.rounded())) : .max
  }
}
