import DecoderChildren
import Encoding
import Pixels
import Synchronization
import TileGeometry

/// A small copy of a picture that fills while the picture is being cut, for those who wait for it.
///
/// It is made of the tiles of a coarse level as they come: nothing is decoded for it.
final class BandSketch: Sendable {
  private struct Picture {
    var planes: [[UInt8]]
    var hasChanged = false
  }

  /// Pixels of its longer side at most.
  private static let longest = 768
  /// The second one where the first makes too much of it to be told.
  private static let qualities = [60, 25]
  /// How many levels finer what it is made of may be: it fills in lower rows then.
  private static let mostHalvings = 3
  /// What is not there yet: black, gray and white are as far from it as they can be together.
  private static let empty: UInt8 = 128

  private let geometry: BandGeometry
  private let layout: PixelLayout
  private let level: Int
  private let halvings: Int
  /// Upright.
  let width: Int
  let height: Int
  private let picture: Mutex<Picture>

  /// Nil for pictures that are cut before anybody would look at it.
  ///
  /// - Parameters:
  ///   - geometry: of the whole cut.
  ///   - layout: of the pixels of all but the finest level.
  init?(_ geometry: BandGeometry, layout: PixelLayout) {
    let own = geometry.levels.firstIndex {
      max($0.across.length, $0.down.length) <= Self.longest
    }
    guard let own, own > 1 else { return nil }
    self.geometry = geometry
    self.layout = layout
    level = max(1, own - Self.mostHalvings)
    halvings = own - level
    let shape = geometry.levels[own]
    let sides = (shape.across.length, shape.down.length)
    let upright = geometry.orientation.swapsAxes ? (sides.1, sides.0) : sides
    (width, height) = upright
    let planes = layout.planes.map { bytes, shift in
      let samples = Self.samples(upright.0, shift) * Self.samples(upright.1, shift)
      return [UInt8](repeating: Self.empty, count: samples * bytes)
    }
    picture = Mutex(Picture(planes: planes))
  }

  private static func samples(_ pixels: Int, _ shift: Int) -> Int { (pixels + shift) >> shift }

  /// Takes over a tile, where it is of the level that this is made of.
  ///
  /// - Parameters:
  ///   - tile: of a closed row.
  ///   - band: where it lies.
  func take(_ tile: BandSchedule.Tile, from band: PixelBand) {
    guard tile.level == level else { return }
    let room = { PixelBand(layout: self.layout, columns: 1, tileSide: self.geometry.tileSide) }
    var (source, column) = (band, tile.column)
    if !geometry.orientation.isUpright {
      let upright = room()
      source.copyTile(column: column, turned: geometry.orientation, into: upright)
      (source, column) = (upright, 0)
    }
    for _ in 0..<halvings {
      let half = room()
      source.halveTile(column: column, into: half, x: 0, y: 0)
      (source, column) = (half, 0)
    }
    let address = geometry.address(level: level, column: tile.column, row: tile.row)
    let side = geometry.tileSide >> halvings
    picture.withLock { picture in
      for (index, plane) in source.planes.enumerated() {
        copy(
          plane, fromX: column * geometry.tileSide, side: side,
          x: Int(address.column) * side, y: Int(address.row) * side, to: &picture.planes[index])
      }
      picture.hasChanged = true
    }
  }

  /// Copies what a plane of a tile holds of this picture; places and the side are in pixels of luma.
  private func copy(
    _ plane: PixelBand.Plane, fromX: Int, side: Int, x: Int, y: Int, to samples: inout [UInt8]
  ) {
    let shift = plane.shift
    let across = Self.samples(width, shift)
    let columns = min(side >> shift, across - (x >> shift))
    let rows = min(side >> shift, Self.samples(height, shift) - (y >> shift))
    guard columns > 0 else { return }
    let pixel = plane.bytesPerPixel
    for row in 0..<max(0, rows) {
      let line = unsafe UnsafeRawBufferPointer(
        start: plane.address(x: fromX, y: row << shift), count: columns * pixel)
      let start = (((y >> shift) + row) * across + (x >> shift)) * pixel
      unsafe samples.replaceSubrange(start..<start + line.count, with: line)
    }
  }

  /// The picture's planes as they are now.
  ///
  /// - Returns: nil where they are what they were when this was last asked.
  func changedPlanes() -> [[UInt8]]? {
    picture.withLock { picture in
      defer { picture.hasChanged = false }
      return picture.hasChanged ? picture.planes : nil
    }
  }

  /// The picture as it is now, as a JPEG file.
  ///
  /// - Returns: nil where it is what it was when this was last asked, or can't be encoded.
  func news() -> [UInt8]? {
    guard let planes = changedPlanes() else { return nil }
    do {
      for quality in Self.qualities {
        let jpeg = try encode(planes, quality: quality)
        if jpeg.count <= Sketch.longest { return jpeg }
      }
      return nil
    } catch {
      // It is an extra: the cut goes on without it.
      return nil
    }
  }

  private func encode(_ planes: [[UInt8]], quality: Int) throws -> [UInt8] {
    let sampling: ChromaSampling?
    switch layout {
    case .gray: sampling = nil
    case .yCbCr(let chroma): sampling = chroma
    case .rgbx, .rgba:
      return try PictureEncoding.encodeJPEG(
        layout == .rgba ? Self.opaque(planes[0]) : planes[0], width: width, height: height,
        isGray: false, quality: quality)
    }
    return try PictureEncoding.encodeJPEGPlanes(
      planes, width: width, height: height, sampling: sampling, quality: quality)
  }

  /// Pixels laid over what stands for nothing.
  private static func opaque(_ pixels: [UInt8]) -> [UInt8] {
    var pixels = pixels
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[pixel + 3])
      for channel in pixel..<pixel + 3 {
        let mixed = Int(pixels[channel]) * alpha + Int(empty) * (255 - alpha)
        pixels[channel] = UInt8(truncatingIfNeeded: mixed / 255)
      }
    }
    return pixels
  }
}
