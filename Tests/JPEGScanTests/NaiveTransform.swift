import Foundation

/// The inverse transform as T.81 writes it, sample by sample.
enum NaiveTransform {
  private static let zigzag: [Int] = {
    var order: [Int] = []
    for sum in 0..<15 {
      let line = (max(0, sum - 7)...min(7, sum)).map { (row: $0, column: sum - $0) }
      for place in sum % 2 == 0 ? line.reversed() : line {
        order.append(place.row * 8 + place.column)
      }
    }
    return order
  }()

  /// A sample, not shifted by 128 yet.
  static func sample(_ picture: NaiveJPEG, _ component: Int, x: Int, y: Int) -> Double {
    let plane = picture.components[component]
    let block = plane.blocks[y / 8 * plane.columns + x / 8]
    let steps = picture.steps[min(component, picture.steps.count - 1)]
    var sum = 0.0
    for (place, value) in block.enumerated() where value != 0 {
      let (u, v) = (zigzag[place] % 8, zigzag[place] / 8)
      sum +=
        Double(value * steps[place]) * (u == 0 ? 0.5.squareRoot() : 1)
        * (v == 0 ? 0.5.squareRoot() : 1) * cos(Double((2 * (x % 8) + 1) * u) * .pi / 16)
        * cos(Double((2 * (y % 8) + 1) * v) * .pi / 16)
    }
    return sum / 4
  }
}
