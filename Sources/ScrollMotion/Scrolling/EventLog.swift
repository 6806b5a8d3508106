#if canImport(TileViewport)
  import TileViewport
#endif

/// The events of one call, in order, without memory of their own.
package struct EventLog: Sendable {
  /// No call tells more than a dozen; what would go beyond is dropped.
  package static let capacity = 32

  private var events = InlineArray<32, ScrollEvent>(repeating: ScrollEvent(.settled))
  package private(set) var count = 0

  package init() {}

  package subscript(index: Int) -> ScrollEvent { events[index] }

  package mutating func append(_ event: ScrollEvent) {
    guard count < Self.capacity else { return }
    events[count] = event
    count += 1
  }

  mutating func append(_ kind: ScrollEvent.Kind, value: Double = 0, at point: Point = .zero) {
    append(ScrollEvent(kind, value: value, at: point))
  }

  package mutating func removeAll() { count = 0 }
}
