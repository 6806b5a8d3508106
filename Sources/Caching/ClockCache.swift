/// Values by their keys, at most so many, without moving anything on a hit.
///
/// A hand goes round. When the cache is full, a value goes that was not asked for since the hand
/// last passed it: near enough to the least recently used one. All operations take constant time on
/// average; whoever shares one between threads locks it.
@usableFromInline
package struct ClockCache<Key: Hashable, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let key: Key
    @usableFromInline var value: Value
    @usableFromInline var wasUsed = true

    @inlinable
    init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// At least 1.
  @usableFromInline let capacity: Int
  /// Where the entry of a key is.
  @usableFromInline var places: [Key: Int] = [:]
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var hand = 0

  package init(capacity: Int) { self.capacity = max(1, capacity) }

  @inlinable
  package var count: Int { entries.count }

  /// The values, in no order that means anything.
  @inlinable
  package var values: some Collection<Value> { entries.lazy.map(\.value) }

  /// Where the value of a key is; asking counts as a use of it.
  ///
  /// - Returns: a place that holds until something is put in or taken out.
  @inlinable
  package mutating func find(_ key: Key) -> Int? {
    guard let place = places[key] else { return nil }
    entries[place].wasUsed = true
    return place
  }

  /// The value at a place that ``find(_:)`` has told.
  @inlinable
  package subscript(place: Int) -> Value {
    get { entries[place].value }
    set { entries[place].value = newValue }
    _modify { yield &entries[place].value }
  }

  /// The value of a key; asking counts as a use of it.
  @inlinable
  package mutating func value(of key: Key) -> Value? { find(key).map { entries[$0].value } }

  /// Puts a value in, in place of the one that its key has or of one that nobody asks for.
  @inlinable
  package mutating func insert(_ value: Value, for key: Key) {
    let entry = Entry(key: key, value: value)
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

  /// Takes the value of a key out, if it is there.
  @inlinable
  package mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[last.key] = place
    }
    if hand >= entries.count { hand = 0 }
  }
}
