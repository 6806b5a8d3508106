import Pixels
import Testing
import TileGeometry

@testable import Cutter

struct BandSketchTests {
  /// Level pixels, as they are stored.
  private static let shape = (width: 1500, height: 1000)

  private func shade(_ x: Int, _ y: Int) -> Int {
    x * 100 / Self.shape.width + y * 155 / Self.shape.height
  }

  private func geometry(_ orientation: Int) throws -> BandGeometry {
    BandGeometry(
      stored: try #require(ImageSize(width: 3000, height: 2000)),
      orientation: try #require(Orientation(exif: orientation)),
      tileSize: try #require(TileSize(128)))
  }

  /// A row of tiles of the second finest level.
  private func band(_ row: Int, of geometry: BandGeometry, layout: PixelLayout) -> PixelBand {
    let level = geometry.levels[1]
    let band = PixelBand(layout: layout, columns: level.across.tiles, tileSide: geometry.tileSide)
    for (index, plane) in band.planes.enumerated() {
      for y in 0..<geometry.tileSide >> plane.shift {
        for x in 0..<band.width >> plane.shift {
          let place = (
            x: x << plane.shift - level.across.lead,
            y: (y << plane.shift) + row * geometry.tileSide - level.down.lead
          )
          let value = index == 0 ? shade(place.x, place.y) : 100 + index
          let pixel = unsafe plane.base + y * plane.stride + x * plane.bytesPerPixel
          for byte in 0..<plane.bytesPerPixel {
            unsafe pixel[byte] = UInt8(truncatingIfNeeded: max(0, value))
          }
        }
      }
    }
    return band
  }

  private func take(
    rows: Range<Int>, into sketch: BandSketch, layout: PixelLayout, _ geometry: BandGeometry
  ) {
    for row in rows {
      let band = band(row, of: geometry, layout: layout)
      for column in 0..<geometry.levels[1].across.tiles {
        sketch.take(BandSchedule.Tile(level: 1, row: row, column: column), from: band)
      }
    }
  }

  @Test(arguments: 1...8, [PixelLayout.gray, .yCbCr(.quartered), .rgbx])
  func `it is the picture in small and upright`(orientation: Int, layout: PixelLayout) throws {
    let geometry = try geometry(orientation)
    let sketch = try #require(BandSketch(geometry, layout: layout))
    #expect(sketch.changedPlanes() == nil)
    take(rows: 0..<geometry.levels[1].down.tiles, into: sketch, layout: layout, geometry)
    let turned = geometry.orientation
    #expect((sketch.width, sketch.height) == (turned.swapsAxes ? (500, 750) : (750, 500)))
    let planes = try #require(sketch.changedPlanes())
    let bytes = layout.planes[0].bytes
    for y in stride(from: 0, to: sketch.height, by: 83) {
      for x in stride(from: 0, to: sketch.width, by: 97) {
        var (column, row) = turned.swapsAxes ? (y, x) : (x, y)
        if turned.mirrorsColumns { column = Self.shape.width / 2 - 1 - column }
        if turned.mirrorsRows { row = Self.shape.height / 2 - 1 - row }
        let found = Int(planes[0][(y * sketch.width + x) * bytes])
        #expect(abs(found - shade(2 * column, 2 * row)) <= 2)
      }
    }
    for (index, plane) in planes.enumerated().dropFirst() {
      #expect(plane.allSatisfy { $0 == UInt8(100 + index) })
    }
    #expect(sketch.changedPlanes() == nil)
  }

  @Test func `what is not there yet is gray, and news is told once`() throws {
    let geometry = try geometry(1)
    let sketch = try #require(BandSketch(geometry, layout: .gray))
    take(rows: 0..<3, into: sketch, layout: .gray, geometry)
    let jpeg = try #require(sketch.news())
    #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(sketch.news() == nil)
    take(rows: 3..<4, into: sketch, layout: .gray, geometry)
    let gray = try #require(sketch.changedPlanes())[0]
    #expect(gray[sketch.width * 255] != 128)
    #expect(gray[(sketch.width * 256)...].allSatisfy { $0 == 128 })
  }

  @Test func `what is cut at once has none`() throws {
    let small = BandGeometry(
      stored: try #require(ImageSize(width: 1536, height: 1000)), orientation: .upright,
      tileSize: .standard)
    #expect(BandSketch(small, layout: .gray) == nil)
  }
}
