/// The images that one loop has open, by their names as requests write them.
///
/// A hit takes no lock and no copy, and the source is looked at once in a turn of the loop: requests
/// of one turn were all there when it began. When it is full, one goes that was not asked for since the hand
/// last passed it.
struct LocalImages {
  private struct Key: Hashable {
    let name: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  private struct Entry {
    let key: Key
    let image: OpenImage
    /// The loop's turn in which its source was last looked at.
    var turn: UInt64
    var wasUsed = true
  }

  private let capacity: Int
  private var places: [Key: Int] = [:]
  private var entries: [Entry] = []
  private var hand = 0
  private var turn: UInt64 = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// From here on sources are looked at again, each once.
  mutating func beginTurn() { turn &+= 1 }

  /// The image of a name, if it is open and its source unchanged.
  mutating func find(_ name: ArraySlice<UInt8>) -> OpenImage? {
    guard let place = places[Key(name: name)] else { return nil }
    entries[place].wasUsed = true
    let image = entries[place].image
    guard entries[place].turn != turn else { return image }
    guard image.isCurrent else {
      remove(place)
      return nil
    }
    entries[place].turn = turn
    return image
  }

  mutating func insert(_ image: OpenImage, for name: ArraySlice<UInt8>) {
    // A copy of its own: the slice shares the bytes of a whole request.
    let key = Key(name: ArraySlice(Array(name)))
    let entry = Entry(key: key, image: image, turn: turn)
    if let place = places[key] {
      entries[place] = entry
      return
    }
    guard entries.count >= capacity else {
      places[key] = entries.count
      entries.append(entry)
      return
    }
    while entries[hand].wasUsed {
      entries[hand].wasUsed = false
      hand = (hand + 1) % entries.count
    }
    places[entries[hand].key] = nil
    places[key] = hand
    entries[hand] = entry
    hand = (hand + 1) % entries.count
  }

  private mutating func remove(_ place: Int) {
    places[entries[place].key] = nil
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[last.key] = place
    }
    if hand >= entries.count { hand = 0 }
  }
}
