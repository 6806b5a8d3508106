import Encoding
import Pixels
import Synchronization

/// Lends out what one thread at a time can use, and makes as many as are wanted at once.
final class Lending<Tool: Sendable>: Sendable {
  private let free: Mutex<[Tool]>
  private let make: @Sendable () throws -> Tool

  /// - Parameters:
  ///   - first: one of them.
  ///   - make: makes another.
  init(_ first: Tool, make: @escaping @Sendable () throws -> Tool) {
    free = Mutex([first])
    self.make = make
  }

  /// Lends one.
  ///
  /// - Parameter use: has it until it returns.
  /// - Returns: what the closure does.
  /// - Throws: what the closure says, or why none can be made.
  func lend<Result>(_ use: (Tool) throws -> Result) throws -> Result {
    let tool = try free.withLock { $0.popLast() } ?? make()
    defer { free.withLock { $0.append(tool) } }
    return try use(tool)
  }
}

extension Lending<BandFiller> {
  /// Lends what fills bands.
  ///
  /// - Parameters:
  ///   - layout: of the bands.
  ///   - width: of rows, in pixels, at most.
  /// - Throws: what keeps the first from being made.
  convenience init(of layout: PixelLayout, width: Int) throws {
    self.init(try BandFiller(layout: layout, width: width)) {
      try BandFiller(layout: layout, width: width)
    }
  }
}
