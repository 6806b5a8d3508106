import Posix
import Testing

@testable import HTTPServer

@Suite struct MailboxTests {
  private func names(_ messages: [LoopMessage]) -> [String] {
    messages.map { message in
      switch message {
      case .adopt(let descriptor, _): "adopt \(descriptor)"
      case .answer: "answer"
      case .piece: "piece"
      case .relieve: "relieve"
      case .stop(let end): "stop \(end.nanoseconds)"
      case .obey: "obey"
      }
    }
  }

  private func isReadable(_ mailbox: Mailbox) throws -> Bool {
    let epoll = try Epoll(capacity: 1)
    try epoll.add(mailbox.number, .readable, as: Registration(slot: 0, generation: 0))
    return try epoll.wait(milliseconds: 0) == 1
  }

  @Test func `messages come in the order in which they were left`() throws {
    let mailbox = try Mailbox()
    mailbox.post(.adopt(4, .unknown))
    mailbox.post(.stop(Instant(nanoseconds: 8)))
    mailbox.post(.obey(ServerConfiguration()))
    var messages: [LoopMessage] = []
    mailbox.take(into: &messages)
    #expect(names(messages) == ["adopt 4", "stop 8", "obey"])
    mailbox.take(into: &messages)
    #expect(messages.isEmpty)
  }

  @Test func `the bell rings until the messages are taken`() throws {
    let mailbox = try Mailbox()
    let before = try isReadable(mailbox)
    mailbox.post(.stop(Instant(nanoseconds: 8)))
    mailbox.post(.obey(ServerConfiguration()))
    let after = try isReadable(mailbox)
    var messages: [LoopMessage] = []
    mailbox.take(into: &messages)
    let taken = try isReadable(mailbox)
    #expect((before, after, taken) == (false, true, false))
    mailbox.post(.obey(ServerConfiguration()))
    let again = try isReadable(mailbox)
    #expect(again)
  }

  @Test func `a closed box gives back what was left and takes nothing more`() throws {
    let mailbox = try Mailbox()
    #expect(mailbox.post(.adopt(5, .unknown)))
    #expect(names(mailbox.close()) == ["adopt 5"])
    #expect(!mailbox.post(.adopt(6, .unknown)))
    #expect(mailbox.close().isEmpty)
  }
}
