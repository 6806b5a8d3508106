/// How far off a piece is that stands in a picture once more, as it is told.
struct NearPlaces {
  /// Places near a pixel, so many columns to the left and so many rows above: each is told by its place
  /// in this list, from 1, and what lies farther off by its distance and as many.
  private static let places = [
    (0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2), (2, 1), (-2, 1), (2, 2),
    (-2, 2), (0, 3), (3, 0), (1, 3), (-1, 3), (3, 1), (-3, 1), (2, 3), (-2, 3), (3, 2), (-3, 2),
  ]
  private static let rows = 3
  /// All of the places that have a number, of which the list has the first.
  private static let count = 120

  /// By the distance: the place in the list, or 0.
  private var numbers: [UInt8]

  /// - Parameter width: of the picture.
  init(width: Int) {
    numbers = [UInt8](repeating: 0, count: Self.rows * (width + 1) + 1)
    // Of a narrow picture some are the same place: the first number is the shortest.
    for (index, place) in Self.places.enumerated().reversed() {
      let distance = place.0 + place.1 * width
      if distance > 0, distance < numbers.count { numbers[distance] = UInt8(index + 1) }
    }
  }

  @inline(__always)
  func magnitude(of distance: Int32) -> Magnitude {
    let number = Int(distance) < numbers.count ? Int(numbers[Int(distance)]) : 0
    return Magnitude(number > 0 ? number : Int(distance) + Self.count)
  }
}
