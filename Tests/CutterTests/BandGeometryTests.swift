import Pixels
import SeededNumbers
import Testing
import TileGeometry

@testable import Cutter

@Suite struct BandGeometryTests {
  private func axis(_ length: Int, side: Int, isMirrored: Bool) -> BandGeometry.Axis {
    BandGeometry.Axis(
      length: length, tiles: (length + side - 1) / side, side: side, isMirrored: isMirrored)
  }

  @Test(arguments: [false, true], 1...40)
  func `the parts of tiles that hold picture add up to the picture`(
    _ isMirrored: Bool, _ seed: Int
  ) {
    var numbers = SplitMix(seed: UInt64(seed))
    let side = 128
    let axis = axis(numbers.int(1...1500), side: side, isMirrored: isMirrored)
    var covered: [Int] = []
    for tile in 0..<axis.tiles { covered += axis.picture(inTile: tile).map { tile * side + $0 } }
    #expect(covered == Array(axis.picture))
    #expect(axis.picture.count == axis.length)
    // Padding follows the picture, or comes before it where the axis runs the other way.
    #expect(isMirrored ? axis.picture.upperBound == axis.tiles * side : axis.lead == 0)
  }

  @Test(arguments: [false, true], 1...40)
  func `each tile of the next level is made of one or two, side by side`(
    _ isMirrored: Bool, _ seed: Int
  ) {
    var numbers = SplitMix(seed: UInt64(seed))
    let side = 128
    let length = numbers.int(side + 1...2500)
    let fine = axis(length, side: side, isMirrored: isMirrored)
    let coarse = axis((length + 1) / 2, side: side, isMirrored: isMirrored)
    var places: [Int: [Int]] = [:]
    for tile in 0..<fine.tiles {
      let destination = fine.destination(of: tile, in: coarse)
      #expect((0..<coarse.tiles).contains(destination.tile))
      #expect(destination.offset == 0 || destination.offset == side / 2)
      // In the upright image the pair is the even tile and the one after it.
      #expect(coarse.upright(destination.tile) == fine.upright(tile) / 2)
      places[destination.tile, default: []].append(destination.offset)
    }
    for (tile, offsets) in places {
      #expect(offsets.count == fine.sources(of: tile, in: coarse))
      #expect(Set(offsets).count == offsets.count)
    }
    #expect(places.count == coarse.tiles)
  }
}
