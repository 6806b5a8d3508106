/// A cache that holds no more than so many bytes, and is not emptied by a crawler.
///
/// What comes in is on probation; what is asked for again is protected. Room is made among those on
/// probation first, the longest unused before the others, so a flood of entries that nobody wants
/// twice pushes out only its like. All operations take constant time; whoever shares one between
/// threads locks it.
package struct ByteCache<Key: Hashable, Value> {
  struct Entry {
    var key: Key
    var value: Value
    var cost: Int
    var isProtected = false
    /// Where its neighbours are among the entries: older is less recently used, -1 is none.
    var newer = -1
    var older = -1
  }

  private struct Line {
    var newest = -1
    var oldest = -1
    var bytes = 0
  }

  package let budget: ByteBudget
  private var places: [Key: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var probation = Line()
  private var protected = Line()
  package private(set) var hits = 0
  package private(set) var misses = 0

  package init(budget: ByteBudget) { self.budget = budget }

  package var count: Int { places.count }
  package var bytes: Int { probation.bytes + protected.bytes }

  /// What protected entries may take: four fifths of all.
  private var protectedBytes: Int { budget.bytes / 5 * 4 }

  /// The value of a key, which counts as a use of it.
  package mutating func value(for key: Key) -> Value? {
    guard let place = places[key], let entry = entries[place] else {
      misses += 1
      return nil
    }
    hits += 1
    unlink(place)
    entries[place]?.isProtected = true
    link(place)
    if !entry.isProtected {
      while protected.bytes > protectedBytes, protected.oldest != place { demoteOldest() }
    }
    return entry.value
  }

  /// Keeps a value; one that is larger than the whole budget is not kept.
  package mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    guard cost <= budget.bytes else { return }
    let place: Int
    if let reused = free.popLast() {
      place = reused
      entries[place] = Entry(key: key, value: value, cost: cost)
    } else {
      place = entries.count
      entries.append(Entry(key: key, value: value, cost: cost))
    }
    places[key] = place
    link(place)
    while bytes > budget.bytes {
      // The newest is on probation and the last to go there.
      let oldest =
        probation.oldest == place && protected.oldest >= 0 ? protected.oldest : probation.oldest
      guard oldest >= 0, let key = entries[oldest]?.key else { return }
      remove(key)
    }
  }

  package mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key), entries[place] != nil else { return }
    unlink(place)
    entries[place] = nil
    free.append(place)
  }

  package mutating func removeAll() {
    let (hits, misses) = (hits, misses)
    self = ByteCache(budget: budget)
    (self.hits, self.misses) = (hits, misses)
  }

  private mutating func demoteOldest() {
    let place = protected.oldest
    guard place >= 0 else { return }
    unlink(place)
    entries[place]?.isProtected = false
    link(place)
  }

  private subscript(line isProtected: Bool) -> Line {
    get { isProtected ? protected : probation }
    set { if isProtected { protected = newValue } else { probation = newValue } }
  }

  /// Makes an entry the newest of the line it belongs to.
  private mutating func link(_ place: Int) {
    guard let entry = entries[place] else { return }
    let second = self[line: entry.isProtected].newest
    entries[place]?.newer = -1
    entries[place]?.older = second
    if second >= 0 {
      entries[second]?.newer = place
    } else {
      self[line: entry.isProtected].oldest = place
    }
    self[line: entry.isProtected].newest = place
    self[line: entry.isProtected].bytes += entry.cost
  }

  private mutating func unlink(_ place: Int) {
    guard let entry = entries[place] else { return }
    if entry.newer >= 0 {
      entries[entry.newer]?.older = entry.older
    } else {
      self[line: entry.isProtected].newest = entry.older
    }
    if entry.older >= 0 {
      entries[entry.older]?.newer = entry.newer
    } else {
      self[line: entry.isProtected].oldest = entry.newer
    }
    self[line: entry.isProtected].bytes -= entry.cost
  }
}

extension ByteCache: Sendable where Key: Sendable, Value: Sendable {}
extension ByteCache.Entry: Sendable where Key: Sendable, Value: Sendable {}
