import Posix

/// Whose turn it is in memory that two processes share, of which one asks and the other answers.
///
/// Two words count what was asked and what was answered: each side writes its own, and sleeps while
/// the other's stays what it is. Between them the memory belongs to whose turn it is.
struct OrderTurns: Sendable {
  /// Why there is no answer; the process that was to give it is to be ended.
  enum Failure: Error, Equatable {
    case ended(DecoderEnding)
    case late
    /// It answered what no decoder answers.
    case lied
  }

  /// What there is for an order.
  enum Arrival: Equatable {
    case nothingYet
    case answered
    /// Something else was answered than the one order there is.
    case other
  }

  /// In bytes from the beginning; the two counters lie in lines of their own.
  enum Place {
    static let asked = 0
    static let answered = 128
  }

  /// What lies between the counters, and behind them up to where bytes begin.
  static let order = 8
  static let outcome = 136
  static let bytes = 4096

  /// How often one who waits looks whether the process still runs.
  private static let slice = Duration.milliseconds(20)

  let memory: SharedMemory

  /// Has what was written to the memory carried out.
  ///
  /// - Parameter number: of the order: one more than that of the order before.
  func ask(_ number: UInt32) {
    memory.store(number, at: Place.asked)
    memory.wake(Place.asked)
  }

  /// Sleeps until an order is answered, or a moment has come.
  func wait(for number: UInt32, until moment: Instant) -> Arrival {
    let before = number &- 1
    let answered = memory.wait(Place.answered, while: before, until: moment)
    return answered == number ? .answered : answered == before ? .nothingYet : .other
  }

  /// Sleeps until an order is answered.
  ///
  /// - Parameters:
  ///   - number: of the order.
  ///   - process: that is to answer it.
  ///   - deadline: until when.
  /// - Throws: why it is not.
  func waitForAnswer(
    to number: UInt32, from process: any RunningDecoder, until deadline: Instant
  ) throws(Failure) {
    while true {
      switch wait(for: number, until: min(deadline, .now + Self.slice)) {
      case .answered: return
      case .other: throw .lied
      case .nothingYet:
        if let ending = process.ending { throw .ended(ending) }
        guard Instant.now < deadline else { throw .late }
      }
    }
  }

  /// Answers orders for as long as the process lives.
  ///
  /// - Parameter answer: carries out what the memory asks for.
  func serve(_ answer: () -> Void) {
    var done = memory.load(Place.answered)
    while true {
      let number = memory.wait(Place.asked, while: done, until: nil)
      // Where waiting is refused, there is nothing to live for.
      guard number != done else { return }
      answer()
      done = number
      memory.store(number, at: Place.answered)
      memory.wake(Place.answered)
    }
  }
}
