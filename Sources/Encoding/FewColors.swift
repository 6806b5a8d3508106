/// A picture of no more than 256 colors: a list of them, and the place of each pixel's in it.
struct FewColors {
  static let most = 256
  /// Of fewer, several pixels are told at once.
  private static let mostPacked = 16

  /// From the lowest up.
  let colors: [UInt32]
  /// By a color's number: its place in the list.
  let ofNumbers: [UInt8]
  /// Row by row, several places to a byte; nil where there are too many colors for that.
  let packed: (places: [UInt8], width: Int)?

  /// Nil for a picture of more colors.
  ///
  /// - Parameters:
  ///   - picture: all of it.
  ///   - width: in pixels.
  ///   - height: in pixels.
  init?(_ picture: NumberedColors, width: Int, height: Int) {
    guard picture.colors.count <= Self.most else { return nil }
    let order = picture.colors.enumerated().map { UInt64($1) << 16 | UInt64($0) }.sorted()
    colors = order.map { UInt32($0 >> 16) }
    var ofNumbers = [UInt8](repeating: 0, count: Self.most)
    for (place, color) in order.enumerated() { ofNumbers[Int(color & 0xFFFF)] = UInt8(place) }
    self.ofNumbers = ofNumbers
    packed =
      colors.count > Self.mostPacked
      ? nil : Self.pack(picture, by: ofNumbers, colors: colors.count, width: width, height: height)
  }

  private static func pack(
    _ picture: NumberedColors, by ofNumbers: [UInt8], colors: Int, width: Int, height: Int
  ) -> (places: [UInt8], width: Int) {
    let packing = colors > 4 ? 1 : colors > 2 ? 2 : 3
    let across = (width + (1 << packing) - 1) >> packing
    let (mask, bits) = ((1 << packing) - 1, 8 >> packing)
    var places = [UInt8](repeating: 0, count: across * height)
    unsafe places.withUnsafeMutableBufferPointer { places in
      unsafe picture.numbers.withUnsafeBufferPointer { numbers in
        unsafe ofNumbers.withUnsafeBufferPointer { ofNumbers in
          for y in 0..<height {
            for x in 0..<width {
              let place = unsafe ofNumbers[Int(numbers[y * width + x])]
              unsafe places[y * across + x >> packing] |= place << UInt8((x & mask) * bits)
            }
          }
        }
      }
    }
    return (places, across)
  }
}
