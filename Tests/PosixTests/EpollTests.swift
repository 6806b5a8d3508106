import Posix
import Testing

@Suite struct EpollTests {
  @Test func `an event carries the generation of its registration`() throws {
    let epoll = try Epoll(capacity: 8)
    let bell = try EventDescriptor()
    let first = Registration(slot: 7, generation: 1)
    try epoll.add(bell.number, .readable, as: first)
    bell.ring()
    #expect(try epoll.wait(milliseconds: 0) == 1)
    #expect(epoll.event(0).0 == first)
    // The slot has a new owner: what is under way for the old one is told apart.
    let second = Registration(slot: 7, generation: 2)
    try epoll.modify(bell.number, .readable, as: second)
    #expect(try epoll.wait(milliseconds: 0) == 1)
    let (registration, readiness) = epoll.event(0)
    #expect(registration == second && registration != first)
    #expect(readiness.contains(.readable) && !readiness.contains(.writable))
  }

  @Test(arguments: [UInt32(0), 1, .max])
  func `slots and generations of any size come back`(number: UInt32) throws {
    let epoll = try Epoll(capacity: 1)
    let bell = try EventDescriptor()
    let registration = Registration(slot: number, generation: ~number)
    try epoll.add(bell.number, .readable, as: registration)
    bell.ring()
    #expect(try epoll.wait(milliseconds: 0) == 1)
    #expect(epoll.event(0).0 == registration)
  }

  @Test func `a silent bell says nothing, and a closed one neither`() throws {
    let epoll = try Epoll(capacity: 8)
    do {
      let bell = try EventDescriptor()
      try epoll.add(bell.number, .readable, as: Registration(slot: 0, generation: 0))
      bell.ring()
      bell.silence()
      #expect(try epoll.wait(milliseconds: 0) == 0)
      bell.ring()
    }
    #expect(try epoll.wait(milliseconds: 0) == 0)
  }
}
