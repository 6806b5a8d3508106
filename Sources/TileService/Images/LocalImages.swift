import Caching

/// The images that one loop has open, by their names as requests write them.
///
/// A hit takes no lock and no copy, and the source is looked at once in a turn of the loop: requests
/// of one turn were all there when it began.
struct LocalImages {
  private struct Entry {
    let image: OpenImage
    /// The loop's turn in which its source was last looked at.
    var turn: UInt64
  }

  private var cache: ClockCache<BytesKey, Entry>
  private let capacity: Int
  private var turn: UInt64 = 0

  /// - Parameter capacity: images at most; none where descriptors are too few for that.
  init(capacity: Int) {
    cache = ClockCache(capacity: capacity)
    self.capacity = capacity
  }

  /// From here on sources are looked at again, each once.
  mutating func beginTurn() { turn &+= 1 }

  /// The image of a name, if it is open and its source unchanged.
  mutating func find(_ name: ArraySlice<UInt8>) -> OpenImage? {
    guard let place = cache.find(BytesKey(name)) else { return nil }
    let image = cache[place].image
    guard cache[place].turn != turn else { return image }
    guard image.isCurrent else {
      cache.remove(BytesKey(name))
      return nil
    }
    cache[place].turn = turn
    return image
  }

  mutating func insert(_ image: OpenImage, for name: ArraySlice<UInt8>) {
    guard capacity > 0 else { return }
    cache.insert(Entry(image: image, turn: turn), for: BytesKey(copying: name))
  }
}
