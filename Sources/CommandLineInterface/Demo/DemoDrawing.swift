import Encoding
import Posix
import Synchronization

/// Draws the demonstration picture into a JPEG file, a strip at a time, on all cores.
final class DemoDrawing: Sendable {
  /// Pixels.
  enum Side: Int, Choice {
    case smallest = 2048
    case small = 4096
    case middle = 8192
    case large = 16_384
    case largest = 32_768
  }

  private static let rows = 64

  private let picture: Tessellation
  private let side: Int
  private let tell: @Sendable (Double) -> Void
  private let state: Mutex<State>

  private struct State: ~Copyable {
    let file: FileDescriptor
    var length: Int64 = 0
    /// The strip that somebody draws next, and the one that is written next.
    var drawn = 0
    var written = 0
    /// Strips that are done before the ones above them.
    var waiting: [Int: JPEGStripCode] = [:]
    var failure: (any Error)?
  }

  /// - Parameters:
  ///   - side: of the picture.
  ///   - file: an empty one.
  ///   - tell: told how much of the picture is written, from 0 to 1.
  init(
    side: Side, into file: consuming FileDescriptor, tell: @escaping @Sendable (Double) -> Void
  ) {
    self.side = side.rawValue
    self.tell = tell
    picture = Tessellation(side: side.rawValue)
    state = Mutex(State(file: file))
  }

  func run(threads: Int) throws {
    let workers = ThreadGroup()
    do {
      try workers.start("demo", count: threads) { _ in self.work() }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
    workers.join()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func work() {
    do {
      let encoder = try JPEGStripEncoder(width: side, rows: Self.rows, quality: 90)
      var pixels = [UInt8](repeating: 255, count: 4 * side * Self.rows)
      while let strip = nextStrip() {
        draw(strip, into: &pixels)
        try put(try encoder.encode(&pixels), strip: strip)
      }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  private func nextStrip() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.drawn < side / Self.rows else { return nil }
      state.drawn += 1
      return state.drawn - 1
    }
  }

  private func draw(_ strip: Int, into pixels: inout [UInt8]) {
    let black = SIMD4<Float>(repeating: 0)
    let white = SIMD4<Float>(repeating: 255)
    var place = 0
    for row in strip * Self.rows..<(strip + 1) * Self.rows {
      for column in 0..<side {
        let color = (picture.color(column: column, row: row) * 255).clamped(
          lowerBound: black, upperBound: white)
        pixels[place] = UInt8(color.x)
        pixels[place + 1] = UInt8(color.y)
        pixels[place + 2] = UInt8(color.z)
        place += 4
      }
    }
  }

  private func put(_ code: JPEGStripCode, strip: Int) throws {
    let share = try state.withLock { state in
      state.waiting[strip] = code
      while let code = state.waiting.removeValue(forKey: state.written) {
        let isLast = state.written == side / Self.rows - 1
        let head = state.written == 0 ? code.head(height: side) : []
        let bytes = head + code.body(strip: state.written, isLast: isLast)
        try state.file.write(unsafe bytes.span.bytes, at: state.length)
        state.length += Int64(bytes.count)
        state.written += 1
      }
      return Double(state.written * Self.rows) / Double(side)
    }
    tell(share)
  }
}
