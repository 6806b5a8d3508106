/// A picture of no more than 256 colors: a list of them, and the place of each pixel's in it.
struct FewColors {
  static let most = 256
  /// Of fewer, several pixels are told at once.
  private static let mostPacked = 16

  /// From the lowest up.
  let colors: [UInt32]
  /// By a color's number: its place in the list.
  let ofNumbers: [UInt8]

  /// Nil for a picture of more colors.
  ///
  /// - Parameter found: its colors, by their numbers.
  init?(_ found: [UInt32]) {
    guard found.count <= Self.most else { return nil }
    let order = found.enumerated().map { UInt64($1) << 16 | UInt64($0) }.sorted()
    colors = order.map { UInt32($0 >> 16) }
    var ofNumbers = [UInt8](repeating: 0, count: Self.most)
    for (place, color) in order.enumerated() { ofNumbers[Int(color & 0xFFFF)] = UInt8(place) }
    self.ofNumbers = ofNumbers
  }

  /// Tells several pixels at once.
  ///
  /// - Parameters:
  ///   - picture: whose colors these are.
  ///   - width: in pixels.
  ///   - height: in pixels.
  /// - Returns: row by row, several places to a byte; nil where there are too many colors for that.
  func packed(
    _ picture: NumberedColors, width: Int, height: Int
  ) -> (places: [UInt8], width: Int)? {
    guard colors.count <= Self.mostPacked else { return nil }
    let packing = colors.count > 4 ? 1 : colors.count > 2 ? 2 : 3
    let across = (width + (1 << packing) - 1) >> packing
    let (mask, bits) = ((1 << packing) - 1, 8 >> packing)
    var places = [UInt8](repeating: 0, count: across * height)
    unsafe places.withUnsafeMutableBufferPointer { places in
      unsafe ofNumbers.withUnsafeBufferPointer { ofNumbers in
        for y in 0..<height {
          let row = unsafe picture.numbers + y * width
          for x in 0..<width {
            let place = unsafe ofNumbers[Int(row[x])]
            unsafe places[y * across + x >> packing] |= place << UInt8((x & mask) * bits)
          }
        }
      }
    }
    return (places, across)
  }
}
