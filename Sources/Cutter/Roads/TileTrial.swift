import Encoding
import Pixels
import TileGeometry

/// What suits a page that is drawn: a few parts of it are encoded both ways, and the smaller one is it.
struct TileTrial {
  private let size: PixelSize
  private let side: Int
  /// Where the page is looked at: as shares of what lies left of and above a part, no two in one line.
  private static let places = [(0.2, 0.4), (0.7, 0.1), (0.3, 0.9), (0.9, 0.6)]

  /// - Parameters:
  ///   - size: of the whole page, in pixels.
  ///   - side: of a tile, in pixels.
  init(_ size: PixelSize, tileSide side: Int) {
    self.size = size
    self.side = side
  }

  /// Tries both.
  ///
  /// - Parameters:
  ///   - strips: draw the page.
  ///   - quality: what JPEG is asked for.
  /// - Returns: WebP without loss, or JPEG that keeps all of the colors.
  /// - Throws: that it can't be drawn, or what an encoder says.
  func winner(_ strips: inout PageStrips, quality: Int) throws -> WrittenTiles {
    let jpeg = WrittenTiles.drawnJPEG(quality: quality)
    guard PictureEncoding.writesExactWebP else { return jpeg }
    let band = PixelBand(layout: .rgbx, columns: Self.places.count, tileSide: side)
    for column in Self.places.indices { try fill(column, of: band, from: &strips) }
    let exact = try byteCount(of: band, as: .exactWebP)
    return try exact < byteCount(of: band, as: jpeg, enough: exact) ? .exactWebP : jpeg
  }

  private func fill(_ column: Int, of band: PixelBand, from strips: inout PageStrips) throws {
    let (width, height) = (min(Int64(side), size.width), min(Int64(side), size.height))
    let place = Self.places[column]
    let part = PixelRect(
      x: Int64(place.0 * Double(size.width - width)),
      y: Int64(place.1 * Double(size.height - height)), width: width, height: height)
    let pixels = try strips.part(part)
    let row = 4 * Int(width)
    for y in 0..<side {
      // Where the page is smaller than a tile its last row stays what all after it are.
      let first = min(y, Int(height) - 1) * row
      unsafe pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        let target = unsafe band.planes[0].address(x: column * side, y: y)
        unsafe target.update(from: base + first, count: row)
        let last = unsafe base + first + row - 4
        for x in Int(width)..<side { unsafe (target + 4 * x).update(from: last, count: 4) }
      }
    }
  }

  /// How many bytes it takes, counted until there are enough of them.
  private func byteCount(
    of band: PixelBand, as tiles: WrittenTiles, enough: Int = .max
  ) throws -> Int {
    let encoder = try tiles.encoder(of: band.layout, side: side)
    let across = (Int(size.width) + side - 1) / side
    let down = (Int(size.height) + side - 1) / side
    let codes = try encoder.learn(from: band, tiles: across * down)
    var count = 0
    for column in 0..<band.columns where count <= enough {
      try encoder.encode(band, column: column, codes: codes) { count += $0.count }
    }
    return count
  }
}
