/// A list of values of which neighbors are mostly equal, as values and how often each comes.
package struct Runs<Value: Equatable & Sendable>: Equatable, Sendable {
  package struct Run: Equatable, Sendable {
    package let value: Value
    package let count: Int
    /// The place behind the run's last one, from 0.
    package let end: Int
  }

  package private(set) var runs: [Run] = []

  package init() {}

  package init(_ values: some Sequence<Value>) {
    for value in values { append(value) }
  }

  package var count: Int { runs.last?.end ?? 0 }

  /// Appends a value.
  ///
  /// - Parameters:
  ///   - value: what comes next.
  ///   - times: how often it comes; at least 1.
  package mutating func append(_ value: Value, times: Int = 1) {
    guard times > 0 else { return }
    var before = 0
    if let last = runs.last, last.value == value {
      runs.removeLast()
      before = last.count
    }
    runs.append(Run(value: value, count: before + times, end: count + before + times))
  }

  /// The value at a place, from 0, that is one of the list's.
  package subscript(place: Int) -> Value {
    var start = 0
    var end = runs.count - 1
    while start < end {
      let middle = (start + end) / 2
      if runs[middle].end > place { end = middle } else { start = middle + 1 }
    }
    return runs[start].value
  }
}
