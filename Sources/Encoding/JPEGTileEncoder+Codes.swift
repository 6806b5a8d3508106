import CJPEG
import JPEGScan
package import Pixels
import TileGeometry

/// Codes that suit a band's tiles, learnt from rows of blocks here and there.
extension JPEGTileEncoder {
  /// As many rows of MCUs, each as wide as a tile, as are looked at for codes: one for each tile that has
  /// them, where that is neither too few nor more than need be.
  private static let runs = 6...32

  package func learn(from band: PixelBand, tiles: Int) throws -> HuffmanCodes? {
    precondition(band.layout == layout && band.tileSide == tileSide, "another kind of band")
    var blocks = SampledBlocks(steps: hasChroma ? [steps(0), steps(1)] : [steps(0)])
    let count = min(max(tiles, Self.runs.lowerBound), Self.runs.upperBound)
    let rows = tileSide / (8 * sampling.down)
    for run in 0..<count {
      // The golden section spreads any number of them over a tile's height.
      let height = (0.618034 * Double(run)).truncatingRemainder(dividingBy: 1)
      take(
        Int(height * Double(rows)), ofColumn: (2 * run + 1) * band.columns / (2 * count), of: band,
        into: &blocks)
    }
    let statistics = blocks.statistics
    return HuffmanCodes(
      tables: tables.enumerated().map { place, table in
        statistics.table(place, steps: table.ac ? steps(table.index) : nil)
      })
  }

  /// Takes a row of a tile's MCUs.
  private func take(
    _ row: Int, ofColumn column: Int, of band: PixelBand, into blocks: inout SampledBlocks
  ) {
    let (width, height) = (8 * sampling.across, 8 * sampling.down)
    let colors = hasChroma && band.planes.count == 1 ? ColorSplit(sampling) : nil
    blocks.begin()
    for mcu in 0..<tileSide / width {
      let (x, y) = (column * tileSide + mcu * width, row * height)
      if let colors {
        unsafe colors.split(band.planes[0].address(x: x, y: y), stride: band.planes[0].stride)
        for (component, plane) in colors.planes.enumerated() {
          unsafe take(plane.base, stride: plane.stride, component, into: &blocks)
        }
      } else {
        for (component, plane) in band.planes.enumerated() {
          unsafe take(plane.address(x: x, y: y), stride: plane.stride, component, into: &blocks)
        }
      }
    }
  }

  /// Takes a component's blocks of an MCU.
  private func take(
    _ samples: UnsafePointer<UInt8>, stride: Int, _ component: Int, into blocks: inout SampledBlocks
  ) {
    let isLuma = component == 0
    for y in 0..<(isLuma ? sampling.down : 1) {
      for x in 0..<(isLuma ? sampling.across : 1) {
        unsafe blocks.add(samples + 8 * y * stride + 8 * x, stride: stride, component: component)
      }
    }
  }

  /// The code tables in use: luma, and chroma where there is some.
  private var tables: [(ac: Bool, index: Int32)] {
    hasChroma ? [(false, 0), (true, 0), (false, 1), (true, 1)] : [(false, 0), (true, 0)]
  }

  /// The steps of a table in zigzag order.
  private func steps(_ index: Int32) -> [UInt16] {
    guard let table = unsafe pyramidion_jpeg_encoder_steps(encoder, index) else {
      return Array(repeating: 1, count: 64)
    }
    return Zigzag.places.map { unsafe table[$0] }
  }

  /// Has the encoder write with codes.
  func install(_ codes: HuffmanCodes) {
    for (wanted, table) in zip(codes.tables, tables) {
      guard let place = unsafe pyramidion_jpeg_encoder_codes(encoder, table.ac, table.index) else {
        continue
      }
      unsafe withUnsafeMutableBytes(of: &place.pointee.bits) {
        unsafe $0.copyBytes(from: ([0] + wanted.counts).prefix($0.count))
      }
      unsafe withUnsafeMutableBytes(of: &place.pointee.huffval) {
        unsafe $0.copyBytes(from: wanted.symbols.prefix($0.count))
      }
    }
  }
}
