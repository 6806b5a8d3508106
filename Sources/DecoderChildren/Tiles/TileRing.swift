import Pixels
package import Posix
import PyramidFormat

/// The memory through which a decoder of tiles is asked, and answers.
///
/// A tile lies in it, and what is made of it. Whoever asks believes nothing that it reads here but
/// that its own order was answered.
package final class TileRing: Sendable {
  /// Of the tile and of what is made of it each: 4096 pixels a side.
  static let largestRoom = 1 << 26
  static let smallestRoom = 1 << 20

  /// In bytes from the beginning.
  enum Place {
    static let order = OrderTurns.order
    static let outcome = OrderTurns.outcome
    static let length = outcome + 4
    static let input = OrderTurns.bytes
  }

  private enum Outcome: UInt32 { case made = 1, madeWithAlpha, otherPlanes, damaged }

  package let memory: SharedMemory
  let turns: OrderTurns
  /// What the tile may have, and what is made of it.
  let room: Int
  private var output: Int { Place.input + room }

  /// Makes memory for tiles up to a size.
  ///
  /// - Parameter wanted: what a tile, or what is made of it, takes at least.
  /// - Throws: what the system said.
  init(room wanted: Int) throws(Errno) {
    var room = Self.smallestRoom
    while room < wanted { room *= 2 }
    self.room = room
    memory = try SharedMemory(name: "tiles", byteCount: Place.input + 2 * room)
    turns = OrderTurns(memory: memory)
  }

  /// The other side of a ring.
  ///
  /// - Parameter descriptor: its memory.
  /// - Throws: what the system said, or that it is none of ours.
  package init(mapping descriptor: consuming FileDescriptor) throws(Errno) {
    let length = Int(clamping: try descriptor.status().size)
    let room = (length - Place.input) / 2
    guard room >= Self.smallestRoom, room <= Self.largestRoom else { throw .invalidArgument }
    self.room = room
    memory = try SharedMemory(mapping: descriptor, byteCount: Place.input + 2 * room)
    turns = OrderTurns(memory: memory)
  }

  // MARK: Asking

  /// Asks for a tile.
  ///
  /// - Parameters:
  ///   - order: what is wanted of it.
  ///   - tile: its bytes.
  ///   - number: of the order: one more than that of the order before.
  func ask(_ order: TileOrder, _ tile: [UInt8], number: UInt32) {
    unsafe memory.copy(tile.span.bytes, to: Place.input)
    for (index, word) in order.words.enumerated() {
      memory.store(word, at: Place.order + 4 * index)
    }
    turns.ask(number)
  }

  /// Takes what was answered, as far as it can be what was asked for.
  ///
  /// - Parameter order: what was asked; sizes are its own.
  /// - Returns: bytes of this process's own; nil for an answer that no decoder gives.
  func answer(to order: TileOrder) -> TileRingAnswer? {
    // Each word is read once.
    let outcome = Outcome(rawValue: memory.load(Place.outcome))
    let length = Int(memory.load(Place.length))
    switch outcome {
    case .made, .madeWithAlpha:
      guard let parts = parts(of: order, length: length) else { return nil }
      return .made(parts, hasAlpha: outcome == .madeWithAlpha)
    case .otherPlanes:
      guard case .planes = order.form else { return nil }
      return .otherPlanes
    case .damaged:
      let words = memory.bytes(min(length, Self.longestWords), at: output)
      return .damaged(String(decoding: words.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self))
    case nil: return nil
    }
  }

  private static let longestWords = 200

  private func parts(of order: TileOrder, length: Int) -> [[UInt8]]? {
    switch order.form {
    case .pixels: return [memory.bytes(order.outputLength, at: output)]
    case .planes(let sampling):
      let luma = order.coding.width * order.coding.height
      guard sampling != nil else { return [memory.bytes(luma, at: output)] }
      let chroma = (order.outputLength - luma) / 2
      return [
        memory.bytes(luma, at: output), memory.bytes(chroma, at: output + luma),
        memory.bytes(chroma, at: output + luma + chroma),
      ]
    case .corner:
      guard length > 0, length <= order.outputLength else { return nil }
      return [memory.bytes(length, at: output)]
    case .proof: return []
    }
  }

  /// Gives back the room that a large tile took.
  func release() { memory.release(from: Place.input) }

  // MARK: Answering

  /// What a decoder says of a tile.
  package enum Reply {
    /// So many bytes of what was asked for were written.
    case made(byteCount: Int, hasAlpha: Bool)
    case otherPlanes
    case damaged(String)
  }

  /// Answers orders for as long as the process lives.
  ///
  /// - Parameter decode: makes what an order asks for of a tile, into the room for it.
  package func serve(
    _ decode: (_ tile: RawSpan, _ order: TileOrder, _ room: inout MutableRawSpan) -> Reply
  ) {
    turns.serve { reply(decode) }
  }

  private func reply(
    _ decode: (_ tile: RawSpan, _ order: TileOrder, _ room: inout MutableRawSpan) -> Reply
  ) {
    let words = (0..<TileOrder.wordCount).map { memory.load(Place.order + 4 * $0) }
    guard let order = TileOrder(words: words), let needed = order.room, needed <= room else {
      return note(.damaged("an order that can't be read"))
    }
    note(
      memory.withParts(
        Place.input..<(Place.input + order.tileLength), output..<(output + order.outputLength)
      ) { tile, room in decode(tile, order, &room) })
  }

  private func note(_ reply: Reply) {
    let outcome: Outcome
    var length = 0
    switch reply {
    case .made(let byteCount, let hasAlpha):
      outcome = hasAlpha ? .madeWithAlpha : .made
      length = byteCount
    case .otherPlanes: outcome = .otherPlanes
    case .damaged(let words):
      outcome = .damaged
      let bytes = Array(words.utf8.prefix(Self.longestWords))
      length = bytes.count
      unsafe memory.copy(bytes.span.bytes, to: output)
    }
    memory.store(UInt32(length), at: Place.length)
    memory.store(outcome.rawValue, at: Place.outcome)
  }
}

/// What a decoder answered.
enum TileRingAnswer: Equatable, Sendable {
  case made([[UInt8]], hasAlpha: Bool)
  case otherPlanes
  case damaged(String)
}
