import Posix

/// Whose turn it is where more is asked for than is drawn at a time: that of the document of which
/// the fewest parts are being drawn, and of the one who came first.
struct DrawingTurns: Sendable {
  /// One who asks, by when they came.
  struct Asker: Equatable, Sendable {
    fileprivate let number: UInt64
    fileprivate let document: FileStatus
  }

  /// Documents that are known to be slow, the last one last.
  private static let slowOnes = 64

  private let limit: Int
  private var last: UInt64 = 0
  /// Those who take whoever is free, in the order in which they came.
  private var waiting: [Asker] = []
  private var held: [FileStatus: Int] = [:]
  private var slow: [FileStatus] = []

  /// - Parameter limit: how many parts are drawn at a time.
  init(limit: Int) { self.limit = limit }

  mutating func enter(_ document: FileStatus) -> Asker {
    last += 1
    return Asker(number: last, document: document)
  }

  /// From now on whoever is free will do.
  mutating func wait(_ asker: Asker) { waiting.append(asker) }

  mutating func leave(_ asker: Asker) { waiting.removeAll { $0 == asker } }

  /// Whether nobody else is to be served first.
  func isNext(_ asker: Asker) -> Bool {
    guard mayHaveMore(asker.document) else { return false }
    let own = rank(asker)
    return !waiting.contains {
      $0 != asker && mayHaveMore($0.document) && rank($0) < own
    }
  }

  mutating func begin(_ document: FileStatus) { held[document, default: 0] += 1 }

  /// - Parameters:
  ///   - document: of which a part is drawn no more.
  ///   - isSlow: whether it took long; nil where nothing was drawn.
  mutating func end(_ document: FileStatus, isSlow: Bool?) {
    let count = (held[document] ?? 1) - 1
    held[document] = count > 0 ? count : nil
    guard let isSlow else { return }
    slow.removeAll { $0 == document }
    if isSlow { slow.append(document) }
    if slow.count > Self.slowOnes { slow.removeFirst() }
  }

  private func rank(_ asker: Asker) -> (held: Int, number: UInt64) {
    (held[asker.document] ?? 0, asker.number)
  }

  /// A document whose parts take long leaves one who draws to all others.
  private func mayHaveMore(_ document: FileStatus) -> Bool {
    let most = slow.contains(document) ? max(1, limit - 1) : limit
    return held[document, default: 0] < most
  }
}
