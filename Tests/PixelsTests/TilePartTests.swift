import Pixels
import Testing
import TileGeometry

@Suite("Parts of a rectangle that lie in one tile each")
struct TilePartTests {
  @Test("The parts of a rectangle cover it, each pixel once")
  func parts() {
    let rect = PixelRect(x: 37, y: 20, width: 60, height: 30)
    var seen = [Int](repeating: 0, count: 60 * 30)
    for part in rect.parts(ofTiles: PixelSize(width: 16, height: 24)) {
      #expect(part.from.x + part.size.width <= 16 && part.from.y + part.size.height <= 24)
      #expect(Int(part.column) * 16 + part.from.x == 37 + part.to.x)
      #expect(Int(part.row) * 24 + part.from.y == 20 + part.to.y)
      for y in 0..<part.size.height {
        for x in 0..<part.size.width { seen[(part.to.y + y) * 60 + part.to.x + x] += 1 }
      }
    }
    #expect(seen.allSatisfy { $0 == 1 })
  }
}
