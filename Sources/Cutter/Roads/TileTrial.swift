import Encoding
import Pixels
import TileGeometry

/// A page, or what of it is looked at, as its parts are asked for.
protocol TriedPage {
  /// The pixels of a part.
  ///
  /// - Parameter part: in pixels of the whole.
  /// - Returns: samples row by row, and how many of them a pixel has.
  /// - Throws: that it can't be drawn.
  mutating func samples(of part: PixelRect) throws -> (bytes: [UInt8], count: Int)
}

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
  ///   - page: what is looked at.
  ///   - quality: what JPEG is asked for.
  ///   - isGray: whether the page has no colors.
  /// - Returns: WebP without loss, or JPEG that keeps all of the colors.
  /// - Throws: that it can't be drawn, or what an encoder says.
  func winner(
    _ page: inout some TriedPage, quality: Int, isGray: Bool = false
  ) throws -> WrittenTiles {
    let jpeg = WrittenTiles.drawnJPEG(quality: quality, isGray: isGray)
    guard PictureEncoding.writesExactWebP else { return jpeg }
    let layouts = Set([WrittenTiles.exactWebP.layout, jpeg.layout])
    let bands = layouts.map {
      PixelBand(layout: $0, columns: Self.places.count, tileSide: side)
    }
    for column in Self.places.indices { try fill(column, of: bands, from: &page) }
    let exact = try byteCount(of: bands, as: .exactWebP)
    return try exact < byteCount(of: bands, as: jpeg, enough: exact) ? .exactWebP : jpeg
  }

  private func fill(
    _ column: Int, of bands: [PixelBand], from page: inout some TriedPage
  ) throws {
    let (width, height) = (min(Int64(side), size.width), min(Int64(side), size.height))
    let place = Self.places[column]
    let part = PixelRect(
      x: Int64(place.0 * Double(size.width - width)),
      y: Int64(place.1 * Double(size.height - height)), width: width, height: height)
    let samples = try page.samples(of: part)
    let row = samples.count * Int(width)
    for y in 0..<side {
      // Where the page is smaller than a tile its last row stays what all after it are, and so does
      // the last pixel of a row.
      let first = min(y, Int(height) - 1) * row
      let line = samples.bytes.span.extracting(first..<first + row)
      let last = line.extracting(last: samples.count)
      for band in bands {
        band.copy(line, samples: samples.count, x: column * side, y: y)
        for x in Int(width)..<side {
          band.copy(last, samples: samples.count, x: column * side + x, y: y)
        }
      }
    }
  }

  /// How many bytes it takes, counted until there are enough of them.
  private func byteCount(
    of bands: [PixelBand], as tiles: WrittenTiles, enough: Int = .max
  ) throws -> Int {
    guard let band = bands.first(where: { $0.layout == tiles.layout }) else { return .max }
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
