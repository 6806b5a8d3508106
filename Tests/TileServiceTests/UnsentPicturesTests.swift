import HTTPWire
import Synchronization
import Testing

@testable import TileService

@Suite struct UnsentPicturesTests {
  @Test func `what nobody reads leaves no room, and slow readers are parted with before`() {
    let unsent = UnsentPictures(limit: 100)
    let reliefs = Counter()
    unsent.setRelief { reliefs.count.add(1, ordering: .relaxed) }
    var pictures = [unsent.keep([UInt8](repeating: 1, count: 40))]
    #expect(unsent.hasRoom(beyond: 0) && reliefs.value == 0)
    pictures.append(unsent.keep([UInt8](repeating: 2, count: 60)))
    #expect(unsent.hasRoom(beyond: 0) && reliefs.value == 1)
    pictures.append(unsent.keep([3]))
    #expect(unsent.bytes(beyond: 0) == 101 && !unsent.hasRoom(beyond: 0))
    // What is kept anyway waits for nobody.
    #expect(unsent.hasRoom(beyond: 60))
    #expect(pictures.map(\.count) == [40, 60, 1])
    pictures.removeAll()
    #expect(unsent.bytes(beyond: 0) == 0 && unsent.hasRoom(beyond: 0))
  }

  private final class Counter: Sendable {
    let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
  }
}
