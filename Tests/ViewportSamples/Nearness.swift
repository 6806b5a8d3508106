package import TileViewport

/// Equal but for so much, absolutely.
package func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  abs(a - b) <= tolerance
}

package func near(_ a: Point, _ b: Point, _ tolerance: Double = 1e-6) -> Bool {
  near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance)
}

package func near(_ a: Rect, _ b: Rect, _ tolerance: Double = 1e-6) -> Bool {
  near(a.origin, b.origin, tolerance) && near(a.width, b.width, tolerance)
    && near(a.height, b.height, tolerance)
}

/// Equal but for so much of the larger one; below 1, absolutely.
package func nearlyEqual(_ a: Double, _ b: Double, _ part: Double = 1e-9) -> Bool {
  abs(a - b) <= part * max(1, max(abs(a), abs(b)))
}

package func nearlyEqual(_ a: Point, _ b: Point, _ part: Double = 1e-9) -> Bool {
  nearlyEqual(a.x, b.x, part) && nearlyEqual(a.y, b.y, part)
}
