import Caching
import SeededNumbers
import Testing

@Suite struct ByteCacheTests {
  static func cache(_ bytes: Int) -> ByteCache<Int, String> {
    ByteCache(budget: ByteBudget(bytes: bytes))
  }

  @Test func `keeps what it is given until there is no room, the longest unused first`() {
    var cache = Self.cache(30)
    for key in 1...3 { cache.insert("value \(key)", for: key, cost: 10) }
    #expect(cache.bytes == 30)
    cache.insert("value 4", for: 4, cost: 10)
    #expect(cache.value(for: 1) == nil)
    #expect([2, 3, 4].map { cache.value(for: $0) } == ["value 2", "value 3", "value 4"])
    #expect((cache.hits, cache.misses) == (3, 1))
  }

  @Test func `a crawler pushes out only what nobody asked for twice`() {
    var cache = Self.cache(100)
    for key in 0..<5 {
      cache.insert("wanted", for: key, cost: 10)
      _ = cache.value(for: key)
    }
    for key in 1000..<9000 { cache.insert("once", for: key, cost: 10) }
    for key in 0..<5 { #expect(cache.value(for: key) == "wanted") }
    #expect(cache.bytes <= 100)
  }

  @Test func `what was once wanted does not stay for ever`() {
    var cache = Self.cache(100)
    for key in 0..<8 {
      cache.insert("old", for: key, cost: 10)
      _ = cache.value(for: key)
    }
    for key in 100..<108 {
      cache.insert("new", for: key, cost: 10)
      _ = cache.value(for: key)
    }
    for key in 100..<108 { #expect(cache.value(for: key) == "new") }
  }

  @Test(arguments: [0, 1, 10])
  func `what is larger than the budget is not kept`(budget: Int) {
    var cache = Self.cache(budget)
    cache.insert("large", for: 1, cost: budget + 1)
    #expect(cache.value(for: 1) == nil)
    #expect((cache.count, cache.bytes) == (0, 0))
    cache.insert("whole", for: 2, cost: budget)
    #expect(cache.value(for: 2) == "whole")
  }

  @Test func `an entry too large for the budget takes the place of what was kept of its key`() {
    var cache = Self.cache(10)
    cache.insert("old", for: 1, cost: 5)
    cache.insert("new", for: 1, cost: 11)
    #expect(cache.value(for: 1) == nil, "an outdated value must not be answered")
  }

  @Test func `a key has one value, and its cost counts once`() {
    var cache = Self.cache(100)
    cache.insert("first", for: 1, cost: 60)
    _ = cache.value(for: 1)
    cache.insert("second", for: 1, cost: 30)
    #expect(cache.value(for: 1) == "second")
    #expect((cache.count, cache.bytes) == (1, 30))
    cache.removeAll()
    #expect((cache.count, cache.bytes) == (0, 0))
    #expect(cache.value(for: 1) == nil)
  }

  @Test func `values are let go when they are pushed out`() {
    final class Thing {}
    var cache = ByteCache<Int, Thing>(budget: ByteBudget(bytes: 1))
    weak var first: Thing?
    do {
      let thing = Thing()
      first = thing
      cache.insert(thing, for: 1, cost: 1)
    }
    #expect(first != nil)
    cache.insert(Thing(), for: 2, cost: 1)
    #expect(first == nil)
  }

  /// Random traffic against lists that are searched from end to end.
  @Test(arguments: UInt64(1)...30)
  func `agrees with a naive cache`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let budget = 1 + Int(random.next() % 200)
    var cache = Self.cache(budget)
    var naive = NaiveCache(budget: budget)
    for step in 0..<3000 {
      let key = Int(random.next() % 24)
      switch random.next() % 8 {
      case 0...3: #expect(cache.value(for: key) == naive.value(for: key))
      case 4...6:
        let cost = Int(random.next() % 60)
        cache.insert("\(step)", for: key, cost: cost)
        naive.insert("\(step)", for: key, cost: cost)
      default:
        cache.remove(key)
        naive.remove(key)
      }
      #expect(cache.bytes <= budget)
      #expect(cache.bytes == naive.bytes)
      #expect(cache.count == naive.probation.count + naive.protected.count)
    }
  }
}

/// The same policy with two lists, the most recently used first.
private struct NaiveCache {
  typealias Item = (key: Int, value: String, cost: Int)

  let budget: Int
  var probation: [Item] = []
  var protected: [Item] = []

  init(budget: Int) { self.budget = budget }

  var bytes: Int { (probation + protected).reduce(0) { $0 + $1.cost } }

  mutating func value(for key: Int) -> String? {
    if let index = protected.firstIndex(where: { $0.key == key }) {
      let item = protected.remove(at: index)
      protected.insert(item, at: 0)
      return item.value
    }
    guard let index = probation.firstIndex(where: { $0.key == key }) else { return nil }
    let item = probation.remove(at: index)
    protected.insert(item, at: 0)
    while protected.reduce(0, { $0 + $1.cost }) > budget / 5 * 4, protected.count > 1 {
      probation.insert(protected.removeLast(), at: 0)
    }
    return item.value
  }

  mutating func insert(_ value: String, for key: Int, cost: Int) {
    remove(key)
    guard cost <= budget else { return }
    probation.insert((key, value, cost), at: 0)
    while bytes > budget {
      if probation.count > 1 || protected.isEmpty {
        probation.removeLast()
      } else {
        protected.removeLast()
      }
    }
  }

  mutating func remove(_ key: Int) {
    probation.removeAll { $0.key == key }
    protected.removeAll { $0.key == key }
  }
}
