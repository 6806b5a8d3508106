/// Sixteen rows of an image as the means of its blocks: two rows of luma, and one or two of chroma.
@safe
package final class MeanStrip {
  /// One component: rows without gaps.
  @safe
  package struct Plane {
    package let base: UnsafeMutablePointer<UInt8>
    /// Samples from a row to the next.
    let stride: Int
    /// Samples that are picture.
    package let width: Int
    package let rows: Int

    /// A row's first sample.
    package func row(_ row: Int) -> UnsafePointer<UInt8> {
      unsafe UnsafePointer(base + row * stride)
    }
  }

  /// In the order of the scan.
  package let planes: [Plane]
  /// Rows of MCUs that sixteen rows of the image are.
  let mcuRows: Int
  /// What a DC is multiplied by.
  private let steps: [Int32]
  /// How many of a row's means are picture.
  private let means: [Int]
  /// Means that become one, across and down; 1 or 2.
  private let across: Int
  private let down: Int
  private let storage: UnsafeMutablePointer<UInt8>

  init(_ header: ScanHeader, quartersChroma: Bool) {
    mcuRows = 2 / header.down
    across = quartersChroma ? 2 / header.across : 1
    down = quartersChroma ? 2 / header.down : 1
    steps = header.components.map { Int32($0.steps[0]) }
    let means = header.components.map { ($0.width + 7) / 8 }
    self.means = means
    let strides = header.components.map { header.mcusAcross * $0.across }
    let total = strides.reduce(0) { $0 + 2 * $1 }
    unsafe storage = .allocate(capacity: total)
    unsafe storage.initialize(repeating: 0, count: total)
    var next = unsafe storage
    var planes: [Plane] = []
    for (index, component) in header.components.enumerated() {
      let (across, down) = index == 0 ? (1, 1) : (across, down)
      unsafe planes.append(
        Plane(
          base: next, stride: strides[index], width: (means[index] + across - 1) / across,
          rows: mcuRows * component.down / down))
      unsafe next += 2 * strides[index]
    }
    self.planes = planes
  }

  deinit { unsafe storage.deallocate() }

  /// Puts a block's mean to its place, in blocks of the strip.
  @inline(__always)
  func put(_ dc: Int32, component: Int, x: Int, y: Int) {
    let sample = (dc &* steps[component] &+ 1028) &>> 3
    let plane = planes[component]
    unsafe plane.base[y &* plane.stride &+ x] = UInt8(truncatingIfNeeded: min(255, max(0, sample)))
  }

  /// Has the second row of MCUs be the first one once more, below an image that ends with that.
  func repeatRow() {
    for plane in planes {
      unsafe (plane.base + plane.stride).update(from: plane.base, count: plane.stride)
    }
  }

  /// Makes chroma as fine as it is wanted.
  func shrinkChroma() {
    guard across * down > 1 else { return }
    for index in planes.indices.dropFirst() {
      let plane = planes[index]
      for x in 0..<plane.width {
        var sum = across * down / 2
        for y in 0..<down {
          for place in x * across..<(x + 1) * across {
            sum += Int(unsafe plane.row(y)[min(place, means[index] - 1)])
          }
        }
        // It was read before, or lies in front of all that is still to be.
        unsafe plane.base[x] = UInt8(sum / (across * down))
      }
    }
  }
}
