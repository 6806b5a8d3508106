package struct Size: Equatable, Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  package static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }

  package var center: Point { Point(x: width / 2, y: height / 2) }

  package subscript(axis: Axis) -> Double { axis == .horizontal ? width : height }
}
