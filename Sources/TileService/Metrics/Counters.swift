import Synchronization

/// Counters for each case of an enum, as many as the enum has cases and a case has places; counting
/// takes no lock.
///
/// Safe: every place is checked before it is touched, and the memory goes with the object.
@safe
final class Counters<Kind: CaseIterable & RawRepresentable & Sendable>: Sendable
where Kind.RawValue == Int {
  private let perCase: Int
  /// Those of one case after those of another.
  nonisolated(unsafe) private let counters: UnsafeMutableBufferPointer<Atomic<Int>>

  /// - Parameter perCase: how many counters each case has.
  init(perCase: Int = 1) {
    self.perCase = perCase
    unsafe counters = .allocate(capacity: Kind.allCases.count * perCase)
    for place in unsafe counters.indices {
      unsafe counters.initializeElement(at: place, to: Atomic(0))
    }
  }

  deinit { unsafe counters.deinitialize().deallocate() }

  /// Adds to a counter.
  ///
  /// - Parameters:
  ///   - value: how much more.
  ///   - kind: the case.
  ///   - place: which of its counters.
  ///   - isShared: whether other threads may be adding to it too.
  func add(_ value: Int, to kind: Kind, place: Int = 0, isShared: Bool) {
    precondition(place >= 0 && place < perCase, "a case has \(perCase) counters")
    unsafe counters[kind.rawValue * perCase + place].add(value, isShared: isShared)
  }

  /// What all of them have counted.
  var counts: Counts<Kind> {
    Counts(
      perCase: perCase,
      values: unsafe counters.indices.map { unsafe counters[$0].load(ordering: .relaxed) })
  }
}

/// Numbers for each case of an enum, as ``Counters`` have counted them.
struct Counts<Kind: CaseIterable & RawRepresentable & Sendable> where Kind.RawValue == Int {
  let perCase: Int
  private(set) var values: [Int]

  fileprivate init(perCase: Int, values: [Int]) {
    self.perCase = perCase
    self.values = values
  }

  init(perCase: Int = 1) {
    self.init(
      perCase: perCase, values: [Int](repeating: 0, count: Kind.allCases.count * perCase))
  }

  /// All numbers of a case.
  subscript(row kind: Kind) -> ArraySlice<Int> {
    values[(kind.rawValue * perCase)..<((kind.rawValue + 1) * perCase)]
  }

  subscript(kind: Kind, place: Int = 0) -> Int { values[kind.rawValue * perCase + place] }

  static func += (sum: inout Counts, more: Counts) {
    for place in sum.values.indices { sum.values[place] += more.values[place] }
  }
}

extension Atomic<Int> {
  /// Adds; where no other thread writes, a load and a store will do.
  func add(_ value: Int, isShared: Bool) {
    if isShared {
      wrappingAdd(value, ordering: .relaxed)
    } else {
      store(load(ordering: .relaxed) &+ value, ordering: .relaxed)
    }
  }
}
