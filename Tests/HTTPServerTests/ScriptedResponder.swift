import HTTPServer
import HTTPWire
import Posix
import Synchronization

/// What a test wants to hear of from a loop's thread.
final class Journal: Sendable {
  // A lock that ThreadSanitizer knows.
  private let entries = Monitor<[String]>([])

  func note(_ entry: String) { entries.change { $0.append(entry) } }

  /// Waits for an entry, up to ten seconds where nothing else is said.
  func has(_ entry: String, within milliseconds: Int = 10_000) -> Bool {
    for _ in 0..<(milliseconds / 5) {
      if entries.read({ $0.contains(entry) }) { return true }
      Clock.sleep(milliseconds: 5)
    }
    return false
  }
}

/// Answers by what the path asks for.
final class ScriptedResponder: Responder {
  private let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  func respond(to request: borrowing Request, with response: inout Response) -> Reply {
    switch String(decoding: request.path, as: UTF8.self) {
    case "/later": return .later(LaterAnswer(journal, milliseconds: 50))
    case "/never": return .later(LaterAnswer(journal, milliseconds: nil))
    case "/stream":
      response.body = .stream(CountingBody(journal, pieces: 5), length: nil)
    case "/endless":
      response.body = .stream(CountingBody(journal, pieces: .max), length: nil)
    case "/large":
      let journal = journal
      response.body = .bytes(
        SharedBytes(copying: [UInt8](repeating: 7, count: 32 << 20).span) { journal.note("freed") })
    case "/short":
      response.body = .stream(CountingBody(journal, pieces: 1), length: 100)
    default:
      response.fields.add("Echo", request.path)
      response.body = .bytes(SharedBytes("hello"))
    }
    return .now
  }
}

/// An answer from another thread, after some time or never.
final class LaterAnswer: PendingAnswer {
  private let journal: Journal
  private let milliseconds: Int?

  init(_ journal: Journal, milliseconds: Int?) {
    self.journal = journal
    self.milliseconds = milliseconds
  }

  func begin(answering exchange: any Exchange) {
    journal.note("begun")
    guard let milliseconds else { return }
    let thread = try? Posix.Thread(name: "later") {
      Clock.sleep(milliseconds: milliseconds)
      var response = Response()
      response.body = .bytes(SharedBytes("later"))
      exchange.answer(response)
    }
    thread?.detach()
  }

  func cancel() { journal.note("cancelled") }
}

/// `piece 0 piece 1 ...`, each made on a thread of its own, with a trailer at the end.
final class CountingBody: BodyProducer {
  private let journal: Journal
  private let pieces: Int
  private let made = Atomic<Int>(0)

  init(_ journal: Journal, pieces: Int) {
    self.journal = journal
    self.pieces = pieces
  }

  func produce(for exchange: any Exchange) {
    let number = made.wrappingAdd(1, ordering: .relaxed).oldValue
    let isLast = number == pieces
    let thread = try? Posix.Thread(name: "piece") {
      guard !isLast else {
        var trailers = FieldBlock()
        trailers.add("Pieces", Int64(number))
        exchange.supply(.end(trailers))
        return
      }
      exchange.supply(.bytes(SharedBytes("piece \(number) ")))
    }
    thread?.detach()
  }

  func cancel() { journal.note("cancelled") }
}
