/// Work on a row in pieces: the thread that fills rows shares it with those that wait for tiles.
struct SharedPieces {
  typealias Body = @Sendable (Int) throws -> Void

  private var body: Body?
  private var waiting = 0..<0
  private var unfinished = 0

  /// Hands out pieces, once all earlier ones are done.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - body: does one of them, counted from 0.
  mutating func begin(_ count: Int, _ body: @escaping Body) {
    waiting = 0..<count
    unfinished = count
    self.body = body
  }

  /// The next piece; nil where none waits.
  mutating func take() -> (() throws -> Void)? {
    guard let body, let piece = waiting.popFirst() else { return nil }
    return { try body(piece) }
  }

  /// Counts a piece as done.
  mutating func finish() {
    unfinished -= 1
    if unfinished == 0 { body = nil }
  }

  var areDone: Bool { unfinished == 0 }
}
