import Pixels
package import Posix
import PyramidFormat

/// The memory through which a decoder of tiles is asked, and answers.
///
/// A tile lies in it, and what is made of it. Two words count what was asked and what was answered:
/// each side writes its own, and sleeps while the other's stays what it is. Whoever asks believes
/// nothing that it reads here but that its own order was answered.
package final class TileRing: Sendable {
  /// Of the tile and of what is made of it each: 4096 pixels a side.
  static let largestRoom = 1 << 26
  static let smallestRoom = 1 << 20

  /// In bytes from the beginning; the two counters lie in lines of their own.
  enum Place {
    static let asked = 0
    static let order = 8
    static let answered = 128
    static let outcome = 136
    static let length = 140
    static let input = 4096
  }

  private enum Outcome: UInt32 { case made = 1, madeWithAlpha, otherPlanes, damaged }

  package let memory: SharedMemory
  /// What the tile may have, and what is made of it.
  let room: Int
  private var output: Int { Place.input + room }

  /// Makes memory for tiles up to a size.
  ///
  /// - Parameter wanted: What a tile, or what is made of it, takes at least.
  /// - Throws: What the system said.
  init(room wanted: Int) throws(Errno) {
    var room = Self.smallestRoom
    while room < wanted { room *= 2 }
    self.room = room
    memory = try SharedMemory(name: "tiles", byteCount: Place.input + 2 * room)
  }

  /// The other side of a ring.
  ///
  /// - Parameter descriptor: Its memory.
  /// - Throws: What the system said, or that it is none of ours.
  package init(mapping descriptor: consuming FileDescriptor) throws(Errno) {
    let length = Int(clamping: try descriptor.status().size)
    let room = (length - Place.input) / 2
    guard room >= Self.smallestRoom, room <= Self.largestRoom else { throw .invalidArgument }
    self.room = room
    memory = try SharedMemory(mapping: descriptor, byteCount: Place.input + 2 * room)
  }

  // MARK: Asking

  /// What there is for an order.
  enum Arrival: Equatable {
    case nothingYet
    case answered
    /// Something else was answered than the one order there is.
    case other
  }

  /// Asks for a tile.
  ///
  /// - Parameters:
  ///   - order: What is wanted of it.
  ///   - tile: Its bytes.
  ///   - number: Of the order: one more than that of the order before.
  func ask(_ order: TileOrder, _ tile: [UInt8], number: UInt32) {
    unsafe memory.copy(tile.span.bytes, to: Place.input)
    for (index, word) in order.words.enumerated() {
      memory.store(word, at: Place.order + 4 * index)
    }
    memory.store(number, at: Place.asked)
    memory.wake(Place.asked)
  }

  /// Sleeps until an order is answered, or a moment has come.
  func wait(for number: UInt32, until moment: Instant) -> Arrival {
    let before = number &- 1
    let answered = memory.wait(Place.answered, while: before, until: moment)
    return answered == number ? .answered : answered == before ? .nothingYet : .other
  }

  /// Takes what was answered, as far as it can be what was asked for.
  ///
  /// - Parameter order: What was asked; sizes are its own.
  /// - Returns: Bytes of this process's own; nil for an answer that no decoder gives.
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
  /// - Parameter decode: Makes what an order asks for of a tile, into the room for it.
  package func serve(
    _ decode: (_ tile: RawSpan, _ order: TileOrder, _ room: inout MutableRawSpan) -> Reply
  ) {
    var done = memory.load(Place.answered)
    while true {
      let number = memory.wait(Place.asked, while: done, until: nil)
      // Where waiting is refused, there is nothing to live for.
      guard number != done else { return }
      reply(decode)
      done = number
      memory.store(number, at: Place.answered)
      memory.wake(Place.answered)
    }
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
