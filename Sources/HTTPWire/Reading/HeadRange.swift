/// Where some bytes of a request's head lie: offsets from its first byte.
struct HeadRange: Sendable, Equatable {
  var start: UInt32
  var end: UInt32

  init(_ start: Int, _ end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var isEmpty: Bool { start == end }
  var bounds: Range<Int> { Int(start)..<Int(end) }
}
