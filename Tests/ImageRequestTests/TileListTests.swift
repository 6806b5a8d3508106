import ImageRequest
import TileGeometry
import Testing

/// Tiles asked for by a list.
@Suite struct TileListTests {
  @Test func `a list is read in its order, over levels`() throws {
    let shape = try Shapes.shape(3001, 2003)
    let tiles = try TileList("0/11_7,3/1_0,4/0_0,-1/23_15", on: shape).addresses
    let expected: [(Int32, Int32, Int32)] = [(0, 11, 7), (3, 1, 0), (4, 0, 0), (-1, 23, 15)]
    #expect(
      tiles
        == expected.map {
          TileAddress(reduction: Reduction(clamping: $0.0), column: $0.1, row: $0.2)
        })
  }

  @Test(arguments: [
    "", ",", "0/0_0,", "0/0", "0_0", "0/0_0.jpg", "0/x_0", "0/-1_0", "a/0_0", "0/0_0/0", "0/12_0",
    "0/0_8", "5/0_0", "-4/0_0", "0/99999999999999999999_0", "99999999999999999999/0_0",
    "0/4294967296_0", "4294967296/0_0",
  ])
  func `what is no list, or no tile of the image, is refused`(text: String) throws {
    let shape = try Shapes.shape(3001, 2003)
    #expect(throws: RequestProblem.self) { try TileList(text, on: shape) }
  }

  @Test func `a list is bounded`() throws {
    let shape = try Shapes.shape(3001, 2003)
    let most = [String](repeating: "0/0_0", count: TileList.limit)
    #expect(try TileList(most.joined(separator: ","), on: shape).addresses.count == 1000)
    #expect(throws: RequestProblem.self) {
      try TileList((most + ["0/0_0"]).joined(separator: ","), on: shape)
    }
  }
}
