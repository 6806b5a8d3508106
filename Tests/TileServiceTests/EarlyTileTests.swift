import HTTPWire
import Synchronization
import Testing

@testable import TileService

/// A tile that is made ahead is told of once, whichever comes first: the tile, or its turn.
@Suite struct EarlyTileTests {
  private final class Heard: Sendable {
    private let results = Mutex<[PictureResult]>([])

    func note(_ result: PictureResult) { results.withLock { $0.append(result) } }
    var counts: [Int] { results.withLock { $0.map(EarlyTileTests.count(of:)) } }
  }

  private static func count(of result: PictureResult) -> Int {
    switch result {
    case .made(let bytes), .stopgap(let bytes): bytes.count
    case .failed: -1
    }
  }

  @Test func `what is made before its turn is there then`() {
    let (tile, heard) = (EarlyTile(), Heard())
    tile.come(.made(SharedBytes([1, 2, 3])))
    #expect(tile.take { heard.note($0) }.map(Self.count(of:)) == 3)
    #expect(heard.counts.isEmpty)
  }

  @Test func `what is made after that is told`() {
    let (tile, heard) = (EarlyTile(), Heard())
    #expect(tile.take { heard.note($0) }.map(Self.count(of:)) == nil)
    tile.come(.made(SharedBytes([1, 2, 3])))
    #expect(heard.counts == [3])
  }
}
