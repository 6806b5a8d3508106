import Glibc
import Posix
import Sandbox

/// What is said between this process and a child about one task; the child ends with it, unless it is to
/// stay for more of the kind.
///
/// The child has read a stranger's file, and may say anything: nothing is believed that one which
/// means well would not say.
struct SourceConversation: ~Copyable {
  private let order: ChildOrder
  private let child: NurseryChild
  private let line: MessageLine
  private var began = Instant.now
  /// The page that is asked for of a document that stays open; nil until one is.
  private var page: CutRequest?

  /// Bytes of a message that a child sends at most; the longest there is is a tile.
  private static let longestAnswer = 1 << 17
  /// How often a waiting parent looks whether it should stop: most often since a cut has been silent
  /// for too long, which nothing but the clock tells.
  private static let patience = Duration.milliseconds(100)
  /// The same where there is something to be done meanwhile.
  private static let diligence = Duration.milliseconds(20)
  /// Messages that a child may send, at once and a second: it tells of its progress ten times.
  private static let messages = (atOnce: 64, aSecond: 20.0)

  /// Nobody can tell how the child ended.
  static let lost = CutFailure(
    .died(signal: SIGKILL), "the decoder was killed, and who made it too")

  init(
    about order: ChildOrder, with child: NurseryChild, on socket: consuming FileDescriptor
  ) {
    self.order = order
    self.child = child
    line = MessageLine(socket, longest: Self.longestAnswer)
    // Who has ended already hears nothing; how it ended is told below.
    try? line.send(CutWire.encode(order))
  }

  /// Asks a child that has opened a document for one of its pages.
  mutating func ask(for next: CutRequest) {
    began = .now
    page = next
    // Who has ended hears nothing; how it ended is told with the answer.
    try? line.send(CutWire.encode(next))
  }

  /// Waits for the task's end.
  ///
  /// - Parameters:
  ///   - wished: asked often: the tiles that people wait for.
  ///   - report: told of all that comes before the end.
  ///   - meanwhile: done again and again until then; nil where there is nothing to be done.
  ///   - shouldStop: asked often; yes ends the child.
  /// - Returns: the answer that ends it, within the limits.
  /// - Throws: why there is none.
  func answer(
    wished: () -> [TileWish] = { [] }, report: (CutAnswer) -> Void,
    meanwhile: (() -> Void)? = nil, shouldStop: () -> Bool
  ) throws(CutFailure) -> CutAnswer {
    let patience = meanwhile == nil ? Self.patience : Self.diligence
    let limits = page?.source.limits ?? order.task.source.limits
    var deadline = began + .seconds(limits.seconds)
    var hasBegun = false
    var hasPreview = false
    var lastShare = 0.0
    var heard = 0
    var wishes = OpenWishes()
    while true {
      if shouldStop() { throw CutFailure(.interrupted, "interrupted") }
      guard Instant.now < deadline else {
        throw CutFailure(.deadline, "took longer than its deadline and was stopped")
      }
      // Who has ended hears nothing of them; how it ended is told below.
      for wish in wishes.news(of: wished()) { try? line.send(CutWire.encode(wish)) }
      switch line.next(until: min(deadline, .now + patience)) {
      case .timedOut: meanwhile?()
      case .tooLong: throw .senseless
      case .closed: throw death()
      case .message(let message):
        heard += 1
        guard heard <= allowedMessages + wishes.answered,
          let answer = CutWire.decode(CutAnswer.self, message)
        else {
          throw .senseless
        }
        switch (answer, order.task) {
        case (.begun(let facts), .cut), (.begun(let facts), .openPages),
          (.begun(let facts), .compare):
          guard !hasBegun, order.task.isOneImage || page != nil, facts.isPlausible(within: limits)
          else { throw .senseless }
          hasBegun = true
          deadline = .now + .seconds(limits.deadline(pixels: facts.pixels))
          report(answer)
        case (.progress(let share), .cut) where hasBegun && (0...1).contains(share),
          (.progress(let share), .openPages) where hasBegun && (0...1).contains(share):
          // What stays where it is, is no sign of life.
          if share != lastShare { report(answer) }
          lastShare = share
        case (.sketch(let sketch), .cut(let request))
        where hasBegun && request.wantsSketches && sketch.isPlausible:
          report(answer)
        case (.sketch(let sketch), .openPages)
        where hasBegun && page?.wantsSketches == true && sketch.isPlausible:
          report(answer)
        case (.previewed, .cut) where hasBegun && !hasPreview:
          hasPreview = true
          report(answer)
        case (.takesWishes, .cut) where hasPreview && wishes.begin(): report(answer)
        case (.tile(let tile), .cut) where wishes.settle(tile.wish) && tile.isPlausible:
          report(answer)
        case (.otherRoad(let reason), .cut) where hasBegun && reason.isOneLine,
          (.otherRoad(let reason), .openPages) where hasBegun && reason.isOneLine:
          report(answer)
        case (.compared(let comparison), .compare) where hasBegun && comparison.isPlausible:
          return answer
        case (.examined(let facts), .examine) where facts.isPlausible(within: limits):
          return answer
        case (.counted(let pages), .countPages)
        where (1...CutLimits.documentPages).contains(pages):
          return answer
        case (.counted(let pages), .openPages)
        where page == nil && (1...CutLimits.documentPages).contains(pages):
          return answer
        case (.done, .openPages) where hasBegun: return answer
        case (.done, .cut) where hasBegun, (.written, .describe), (.written, .readText),
          (.unequipped, _) where order.role.equipped != nil:
          // Nobody may write to a pyramid that is about to be looked at, or written anew.
          guard child.end() != .lost else { throw death() }
          return answer
        case (.failed(let failure), _): throw failure.told
        case (.begun, _), (.previewed, _), (.takesWishes, _), (.tile, _), (.otherRoad, _),
          (.progress, _), (.sketch, _), (.examined, _), (.counted, _), (.written, _), (.done, _),
          (.compared, _), (.unequipped, _):
          throw .senseless
        }
      }
    }
  }

  private var allowedMessages: Int {
    Self.messages.atOnce + Int((Instant.now - began).seconds * Self.messages.aSecond)
  }

  /// How long a child takes to end, once it has closed its line in doing so.
  private static let timeToEnd = Duration.seconds(5)

  /// What the child's end means for the image it was at.
  private func death() -> CutFailure {
    guard let ending = child.endsByItself(within: Self.timeToEnd) else { return .senseless }
    switch ending {
    // Whatever it met in the image it would have told: it could not begin.
    case .exited(let code):
      return CutFailure(
        .environment(.wouldBlock, at: .decoder),
        "the decoder ended with code \(code) before it began")
    case .notStarted(let error):
      return CutFailure(.environment(error, at: .decoder), "the decoder does not start: \(error)")
    case .lost: return Self.lost
    case .killed(let signal):
      let cause = CutFailure.Cause.died(signal: signal)
      switch signal {
      case SIGXCPU: return CutFailure(.deadline, "used more processor time than its limit")
      case SIGKILL: return CutFailure(cause, "the decoder was killed, by somebody or for memory")
      // So ends what draws pages where it gets no memory; to the rest it is a fault of its own.
      case SIGABRT where order.role.drawsPages:
        return CutFailure(.limit, "it takes more memory than --max-memory allows, or is damaged")
      case SIGSYS:
        return CutFailure(cause, "the decoder asked the system for what no decoder needs")
      default: return CutFailure(cause, "the decoder crashed (signal \(signal))")
      }
    }
  }
}
