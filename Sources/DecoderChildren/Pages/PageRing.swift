package import Posix

/// The memory through which one who draws pages is asked, and answers.
///
/// Whoever asks believes nothing that it reads here but that its own order was answered: what was
/// drawn are bytes, as many as were asked for.
package final class PageRing: Sendable {
  /// What drawing has come to cost the one who draws.
  package struct Burden: Equatable, Sendable {
    /// Memory that it has had, in megabytes.
    package let megabytes: Int
    /// That it keeps.
    package let pages: Int

    package init(megabytes: Int, pages: Int) {
      self.megabytes = megabytes
      self.pages = pages
    }
  }

  package enum Reply: Equatable, Sendable {
    case drawn
    /// Why not, in few words.
    case failed(String)
  }

  struct Answer {
    let reply: Reply
    /// What was drawn.
    let bytes: [UInt8]
    let burden: Burden
  }

  private enum Place {
    static let order = OrderTurns.order
    static let outcome = OrderTurns.outcome
    static let length = outcome + 4
    static let megabytes = outcome + 8
    static let pages = outcome + 12
    static let bytes = OrderTurns.bytes
  }

  private enum Outcome: UInt32 { case drawn = 1, failed }

  private static let room = Int(4 * PageOrder.longestPart * PageOrder.longestPart)
  private static let longestWords = 200

  let turns: OrderTurns
  package var memory: SharedMemory { turns.memory }

  /// - Throws: what the system said.
  init() throws(Errno) {
    turns = OrderTurns(
      memory: try SharedMemory(name: "page", byteCount: Place.bytes + Self.room))
  }

  /// The other side of a ring.
  ///
  /// - Parameter descriptor: its memory.
  /// - Throws: what the system said, or that it is none of ours.
  package init(mapping descriptor: consuming FileDescriptor) throws(Errno) {
    turns = OrderTurns(
      memory: try SharedMemory(mapping: descriptor, byteCount: Place.bytes + Self.room))
  }

  // MARK: Asking

  func ask(_ order: PageOrder, number: UInt32) {
    for (index, word) in order.words.enumerated() {
      memory.store(word, at: Place.order + 4 * index)
    }
    turns.ask(number)
  }

  /// Takes what was answered.
  ///
  /// - Parameter order: what was asked; how many bytes there are is its own.
  /// - Returns: nil for an answer that nobody gives.
  func answer(to order: PageOrder) -> Answer? {
    // Each word is read once.
    let length = Int(memory.load(Place.length))
    let burden = Burden(
      megabytes: Int(memory.load(Place.megabytes)), pages: Int(memory.load(Place.pages)))
    switch Outcome(rawValue: memory.load(Place.outcome)) {
    case .drawn:
      return Answer(
        reply: .drawn, bytes: memory.bytes(order.byteCount, at: Place.bytes), burden: burden)
    case .failed:
      let words = memory.bytes(min(length, Self.longestWords), at: Place.bytes)
        .filter { (0x20..<0x7F).contains($0) }
      let reason = String(decoding: words, as: UTF8.self)
      return Answer(reply: .failed(reason), bytes: [], burden: burden)
    case nil: return nil
    }
  }

  // MARK: Answering

  /// Answers orders for as long as the process lives.
  ///
  /// - Parameters:
  ///   - burden: what drawing has come to cost.
  ///   - draw: draws what an order asks for, into the room for it.
  package func serve(
    burden: () -> Burden, _ draw: (PageOrder, inout MutableRawSpan) -> Reply
  ) {
    turns.serve {
      let words = (0..<PageOrder.wordCount).map { memory.load(Place.order + 4 * $0) }
      let reply: Reply
      if let order = PageOrder(words: words) {
        reply = memory.withParts(
          0..<0, Place.bytes..<(Place.bytes + order.byteCount)
        ) { _, room in draw(order, &room) }
      } else {
        reply = .failed("an order that can't be read")
      }
      note(reply, burden())
    }
  }

  private func note(_ reply: Reply, _ burden: Burden) {
    var words: [UInt8] = []
    let outcome: Outcome
    switch reply {
    case .drawn: outcome = .drawn
    case .failed(let reason):
      outcome = .failed
      words = Array(reason.utf8.prefix(Self.longestWords))
      unsafe memory.copy(words.span.bytes, to: Place.bytes)
    }
    memory.store(UInt32(clamping: words.count), at: Place.length)
    memory.store(UInt32(clamping: burden.megabytes), at: Place.megabytes)
    memory.store(UInt32(clamping: burden.pages), at: Place.pages)
    memory.store(outcome.rawValue, at: Place.outcome)
  }
}
