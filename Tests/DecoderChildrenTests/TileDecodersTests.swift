import Pixels
import Posix
import PyramidFormat
import Rendering
import Synchronization
import Testing
import TileGeometry

@testable import DecoderChildren

@Suite struct TileDecodersTests {
  private static let coding = TileCoding(jpegOf: 16, 32)
  private static let long = Duration.seconds(60)

  /// Decoders of which each has its own manner, by the number of those before it.
  private func decoders(
    limit: Int = 4, deadline: Duration = long,
    _ manner: @escaping @Sendable (Int, ThreadDecoder, TileRing) -> Void
  ) -> TileDecoders {
    let count = Mutex(0)
    return TileDecoders(limit: limit, deadline: deadline) { memory throws(Errno) in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return try ThreadDecoder(memory) { manner(number, $0, $1) }
    }
  }

  private func pixels(_ decoders: TileDecoders, _ value: UInt8 = 7) throws -> DecodedTile {
    try decoders.decode([value, 1, 2], Self.coding, as: .pixels(shrink: 1))
  }

  private static func pixels(_ value: UInt8 = 7) -> DecodedTile {
    .made([[UInt8](repeating: value, count: 16 * 32 * 4)], hasAlpha: false)
  }

  @Test func `each form comes as it was asked for`() throws {
    let decoders = decoders { $2.serveHonestly() }
    #expect(try pixels(decoders) == Self.pixels())
    let half = try decoders.decode([9], Self.coding, as: .pixels(shrink: 2))
    #expect(half == .made([[UInt8](repeating: 9, count: 8 * 16 * 4)], hasAlpha: false))
    let planes = try decoders.decode([3], Self.coding, as: .planes(.quartered))
    let chroma = [UInt8](repeating: 3, count: 8 * 16)
    #expect(
      planes == .made([[UInt8](repeating: 3, count: 16 * 32), chroma, chroma], hasAlpha: false))
    let gray = try decoders.decode([3], Self.coding, as: .planes(nil))
    #expect(gray == .made([[UInt8](repeating: 3, count: 16 * 32)], hasAlpha: false))
    let corner = try decoders.decode([5], Self.coding, as: .corner(width: 3, height: 4))
    #expect(corner == .made([[UInt8](repeating: 5, count: 1000)], hasAlpha: false))
    #expect(decoders.counts.started == 1 && decoders.counts.running == 1)
  }

  @Test func `what the decoder says of a tile is told, without what is no text`() {
    let decoders = decoders { _, _, ring in ring.serve { _, _, _ in .damaged("no\u{1B}[2Jtile\n") }
    }
    #expect(throws: TileDecodingError.damaged("no[2Jtile")) { try pixels(decoders) }
    #expect(decoders.counts.running == 1)
  }

  @Test func `one that never answers is ended, and the next tile has another one`() throws {
    let decoders = decoders(deadline: .milliseconds(40)) { number, _, ring in
      number == 0 ? Self.waitForEver() : ring.serveHonestly()
    }
    #expect(throws: TileDecodingError.late) { try pixels(decoders) }
    #expect(decoders.counts.late == 1 && decoders.counts.running == 0)
    // Its deadline is short for a busy machine: it is not the first to be late that is asked for.
    while true {
      do throws(TileDecodingError) {
        let tile = try decoders.decode([7, 1, 2], Self.coding, as: .pixels(shrink: 1))
        #expect(tile == Self.pixels())
        return
      } catch {
        #expect(error == .late)
      }
    }
  }

  @Test(arguments: [DecoderEnding.crashed(signal: 11), .gone])
  func `a tile whose decoder dies is tried again`(ending: DecoderEnding) throws {
    let decoders = decoders { number, decoder, ring in
      number == 0 ? decoder.die(ending) : ring.serveHonestly()
    }
    #expect(try pixels(decoders) == Self.pixels())
    #expect(decoders.counts.crashed + decoders.counts.gone == 1)
    #expect(decoders.counts.started == 2 && decoders.counts.running == 1)
  }

  @Test func `over which all crash is damaged, and whose decoders were killed is not`() {
    let crashing = decoders { _, decoder, _ in decoder.die(.crashed(signal: 6)) }
    #expect(throws: TileDecodingError.crashed(signal: 6)) { try pixels(crashing) }
    let killed = decoders { _, decoder, _ in decoder.die(.gone) }
    #expect(throws: TileDecodingError.unavailable("its decoders were ended")) {
      try pixels(killed)
    }
    #expect(killed.counts.running == 0 && killed.counts.gone == 3)
  }

  @Test func `streams of lengths that were not asked for are not looked at`() {
    for length in [0, 16 * 32 * 10 + 65537, 1 << 31] {
      let decoders = decoders { _, _, ring in
        ring.serve { _, _, _ in .made(byteCount: length, hasAlpha: false) }
      }
      #expect(throws: TileDecodingError.damaged("its decoder answered what none answers")) {
        try decoders.decode([1], Self.coding, as: .corner(width: 16, height: 32))
      }
      #expect(decoders.counts.lied == 3)
    }
  }

  @Test func `planes are no answer for who asked for pixels`() throws {
    let decoders = decoders { _, _, ring in ring.serve { _, _, _ in .otherPlanes } }
    #expect(throws: TileDecodingError.damaged("its decoder answered what none answers")) {
      try pixels(decoders)
    }
    #expect(try decoders.decode([1], Self.coding, as: .planes(nil)) == .otherPlanes)
  }

  @Test(arguments: [2, UInt32.max, 77])
  func `one that answers what was not asked is replaced`(answered: UInt32) throws {
    let decoders = decoders { number, _, ring in
      guard number == 0 else { return ring.serveHonestly() }
      _ = ring.memory.wait(OrderTurns.Place.asked, while: 0, until: nil)
      ring.memory.store(answered, at: OrderTurns.Place.answered)
      ring.memory.wake(OrderTurns.Place.answered)
      Self.waitForEver()
    }
    #expect(try pixels(decoders) == Self.pixels())
    #expect(decoders.counts.lied == 1)
  }

  @Test func `one that answers twice is found out by the next tile, which has another one`() throws
  {
    let decoders = decoders { number, _, ring in
      guard number == 0 else { return ring.serveHonestly() }
      _ = ring.memory.wait(OrderTurns.Place.asked, while: 0, until: nil)
      ring.memory.store(1, at: TileRing.Place.outcome)
      for count in [1, 2] as [UInt32] {
        ring.memory.store(count, at: OrderTurns.Place.answered)
        ring.memory.wake(OrderTurns.Place.answered)
        if count == 1 { _ = ring.memory.wait(OrderTurns.Place.asked, while: 1, until: nil) }
        if count == 2 { ring.memory.store(9, at: OrderTurns.Place.answered) }
      }
      ring.memory.wake(OrderTurns.Place.answered)
      Self.waitForEver()
    }
    #expect(throws: Never.self) { try pixels(decoders) }
    #expect(throws: Never.self) { try pixels(decoders, 4) }
    #expect(try pixels(decoders, 5) == Self.pixels(5))
  }

  @Test func `one that is held up costs others nothing`() throws {
    let isOver = Monitor(false)
    let decoders = decoders { number, _, ring in
      guard number == 0 else { return ring.serveHonestly() }
      _ = isOver.wait { $0 ? true : nil }
      ring.serveHonestly()
    }
    let first = Monitor<DecodedTile?>(nil)
    try Thread(name: "first") {
      let tile = try? decoders.decode([7], Self.coding, as: .pixels(shrink: 1))
      first.change { $0 = tile }
    }.detach()
    while decoders.counts.started == 0 {}
    for value in 1...100 as ClosedRange<UInt8> {
      #expect(try pixels(decoders, value) == Self.pixels(value))
    }
    isOver.change { $0 = true }
    #expect(first.wait { $0 } == Self.pixels())
  }

  @Test func `tiles that need more room have a decoder with more of it`() throws {
    let decoders = decoders(limit: 1) { $2.serveHonestly() }
    _ = try pixels(decoders)
    let large = TileCoding(jpegOf: 1024, 1024)
    let tile = try decoders.decode([8], large, as: .pixels(shrink: 1))
    #expect(tile == .made([[UInt8](repeating: 8, count: 1 << 22)], hasAlpha: false))
    #expect(try pixels(decoders) == Self.pixels())
    #expect(decoders.counts.started == 2 && decoders.counts.running == 1)
    #expect(throws: TileDecodingError.self) {
      try decoders.decode([8], TileCoding(jpegOf: 4097, 4096), as: .pixels(shrink: 1))
    }
    #expect(decoders.counts.started == 2)
  }

  @Test func `where none can be started nothing is damaged`() {
    let decoders = TileDecoders(limit: 1) { _ throws(Errno) in throw .tooManyOpenFiles }
    for _ in 0..<2 {
      #expect {
        try pixels(decoders)
      } throws: { error in
        if case .unavailable = error as? TileDecodingError { true } else { false }
      }
    }
  }

  @Test func `all of them end, and none is started any more`() throws {
    let running = Mutex<[ThreadDecoder]>([])
    let decoders = TileDecoders(limit: 2) { memory throws(Errno) in
      let decoder = try ThreadDecoder(memory) { $1.serveHonestly() }
      running.withLock { $0.append(decoder) }
      return decoder
    }
    _ = try pixels(decoders)
    decoders.end()
    #expect(running.withLock { $0.count == 1 && $0[0].isEnded })
    #expect(throws: TileDecodingError.unavailable("the server is ending")) { try pixels(decoders) }
  }

  private static func waitForEver() { _ = Monitor(false).wait { $0 ? true : nil } }
}
