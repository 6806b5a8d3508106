import HTTPWire
import Posix

/// What a connection still has to send, in order.
///
/// Heads and framing are bytes of the queue's own. Bodies stay where they are, in shared memory or
/// in a file, so that a reader that stalls holds no copy of them.
struct OutputQueue: ~Copyable {
  enum Segment {
    /// The next so many of the queue's own bytes.
    case own(Int)
    case shared(SharedBytes, from: Int)
    case file(FileRegion)
  }

  private(set) var segments: [Segment] = []
  /// The first segment that is not sent yet.
  private(set) var first = 0
  var own: [UInt8] = []
  private(set) var ownStart = 0
  /// Bytes ever queued and ever sent: places in the connection's output as a whole.
  private(set) var queued: Int64 = 0
  private(set) var sent: Int64 = 0

  /// Answers that were begun since the queue was last empty.
  private(set) var answers = 0

  /// Own bytes an idle connection may keep room for.
  private static let keptCapacity = 1024

  var isEmpty: Bool { first == segments.count }
  var backlog: Int64 { queued - sent }

  /// Whether anything waits that lies in shared memory.
  var holdsMemory: Bool {
    segments[first...].contains { if case .shared = $0 { true } else { false } }
  }

  mutating func noteAnswer() { answers += 1 }

  /// Takes note of bytes that were appended to ``own``.
  mutating func noteOwn(_ count: Int) {
    guard count > 0 else { return }
    queued += Int64(count)
    if case .own(let before)? = segments.last, first < segments.count {
      segments[segments.count - 1] = .own(before + count)
    } else {
      segments.append(.own(count))
    }
  }

  mutating func append(_ bytes: SharedBytes) {
    guard bytes.count > 0 else { return }
    queued += Int64(bytes.count)
    segments.append(.shared(bytes, from: 0))
  }

  mutating func append(_ region: FileRegion) {
    guard region.length > 0 else { return }
    queued += region.length
    segments.append(.file(region))
  }

  /// Lets go of what was sent.
  mutating func advance(by count: Int) {
    sent += Int64(count)
    var rest = count
    while rest > 0, first < segments.count {
      switch segments[first] {
      case .own(let length):
        let taken = min(rest, length)
        ownStart += taken
        rest -= taken
        if taken == length { dropFirst() } else { segments[first] = .own(length - taken) }
      case .shared(let bytes, let from):
        let taken = min(rest, bytes.count - from)
        rest -= taken
        if from + taken == bytes.count {
          dropFirst()
        } else {
          segments[first] = .shared(bytes, from: from + taken)
        }
      case .file(var region):
        let taken = min(Int64(rest), region.length)
        rest -= Int(taken)
        region.offset += taken
        region.length -= taken
        if region.length == 0 { dropFirst() } else { segments[first] = .file(region) }
      }
    }
    if isEmpty { reset() }
  }

  /// Frees the body at once: a long queue must not keep what its front has sent.
  private mutating func dropFirst() {
    segments[first] = .own(0)
    first += 1
  }

  private mutating func reset() {
    segments.removeAll(keepingCapacity: segments.capacity <= 8)
    first = 0
    answers = 0
    own.removeAll(keepingCapacity: own.capacity <= Self.keptCapacity)
    ownStart = 0
  }
}
