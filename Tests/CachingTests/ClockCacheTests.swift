import Caching
import SeededNumbers
import Testing

@Suite struct ClockCacheTests {
  private func cache(_ capacity: Int, _ keys: Int...) -> ClockCache<Int, String> {
    var cache = ClockCache<Int, String>(capacity: capacity)
    for key in keys { cache.insert("\(key)", for: key) }
    return cache
  }

  private func expect(_ found: String?, _ expected: String?) { #expect(found == expected) }

  @Test func `what was put in is found until it is taken out`() {
    var cache = cache(3, 1, 2, 3)
    expect(cache.value(of: 2), "2")
    cache.remove(2)
    expect(cache.value(of: 2), nil)
    expect(cache.value(of: 1), "1")
    expect(cache.value(of: 3), "3")
    cache.remove(2)
    #expect(cache.count == 2)
  }

  @Test func `a key has one value`() {
    var cache = cache(2, 1, 2)
    cache.insert("one", for: 1)
    expect(cache.value(of: 1), "one")
    expect(cache.value(of: 2), "2")
    #expect(cache.count == 2)
  }

  @Test func `what is asked for again outlives what is not`() {
    var cache = cache(3, 1, 2, 3)
    // All were new: the hand goes round once, and the first one goes.
    cache.insert("4", for: 4)
    expect(cache.value(of: 1), nil)
    expect(cache.value(of: 2), "2")
    // 3 was not asked for since the hand passed it; 2 was.
    cache.insert("5", for: 5)
    expect(cache.value(of: 3), nil)
    expect(cache.value(of: 2), "2")
  }

  @Test(arguments: [0, -1, 1])
  func `a cache of nothing holds one`(capacity: Int) {
    var cache = cache(capacity, 1, 2)
    #expect(cache.count == 1)
    expect(cache.value(of: 2), "2")
  }

  @Test func `a value is changed where it lies`() throws {
    var cache = cache(2, 1, 2)
    let found = cache.find(1)
    let place = try #require(found)
    cache[place] += "!"
    expect(cache.value(of: 1), "1!")
  }

  @Test func `a slice finds what was kept under a copy`() {
    var cache = ClockCache<BytesKey, Int>(capacity: 2)
    let request = Array("GET /a HTTP/1.1".utf8)
    cache.insert(1, for: BytesKey(copying: request[4..<6]))
    let found = cache.value(of: BytesKey(Array("/a".utf8)[...]))
    #expect(found == 1)
    let missed = cache.value(of: BytesKey(request[4..<7]))
    #expect(missed == nil)
  }

  /// The same with a list that is searched: every operation is compared with it.
  @Test func `it holds what a naive one holds`() {
    struct Naive {
      var entries: [(key: Int, value: Int, wasUsed: Bool)] = []
      var hand = 0
      let capacity: Int

      func place(_ key: Int) -> Int? { entries.firstIndex { $0.key == key } }

      mutating func find(_ key: Int) -> Int? {
        guard let place = place(key) else { return nil }
        entries[place].wasUsed = true
        return entries[place].value
      }

      mutating func insert(_ value: Int, _ key: Int) {
        if let place = place(key) {
          entries[place] = (key, value, true)
        } else if entries.count < capacity {
          entries.append((key, value, true))
        } else {
          while entries[hand].wasUsed {
            entries[hand].wasUsed = false
            hand = (hand + 1) % capacity
          }
          entries[hand] = (key, value, true)
          hand = (hand + 1) % capacity
        }
      }

      mutating func remove(_ key: Int) {
        guard let place = place(key) else { return }
        entries[place] = entries[entries.count - 1]
        entries.removeLast()
        if hand >= entries.count { hand = 0 }
      }
    }
    for capacity in [1, 2, 3, 7] {
      var random = SplitMix(seed: UInt64(capacity))
      var naive = Naive(capacity: capacity)
      var cache = ClockCache<Int, Int>(capacity: capacity)
      for step in 0..<3000 {
        let key = random.int(0...(2 * capacity))
        switch random.int(0...9) {
        case 0:
          naive.remove(key)
          cache.remove(key)
        case 1...4:
          naive.insert(step, key)
          cache.insert(step, for: key)
        default:
          let (found, expected) = (cache.value(of: key), naive.find(key))
          #expect(found == expected)
        }
        #expect(cache.count == naive.entries.count)
      }
      #expect(cache.values.sorted() == naive.entries.map(\.value).sorted())
    }
  }
}
