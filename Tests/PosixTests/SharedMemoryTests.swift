import Glibc
import Testing

@testable import Posix

@Suite struct SharedMemoryTests {
  @Test func `its size is what it is, whoever has it`() throws {
    let memory = try SharedMemory(name: "test", byteCount: 8192)
    for size in [0, 4096, 16384] {
      #expect(ftruncate(memory.descriptor.number, off_t(size)) == -1)
      #expect(Errno.current == Errno(rawValue: EPERM))
    }
    #expect(throws: Errno.invalidArgument) {
      try SharedMemory(
        mapping: FileDescriptor(owning: dup(memory.descriptor.number)), byteCount: 8193)
    }
  }

  @Test func `what one writes the other reads, and one is woken`() throws {
    let memory = try SharedMemory(name: "test", byteCount: 8192)
    let other = try SharedMemory(
      mapping: FileDescriptor(owning: dup(memory.descriptor.number)), byteCount: 8192)
    try Thread(name: "other") {
      guard other.wait(0, while: 0, until: nil) == 1 else { return }
      let bytes = other.bytes(3, at: 4096)
      unsafe other.copy(Array(bytes.reversed()).span.bytes, to: 5000)
      other.store(1, at: 4)
      other.wake(4)
    }.detach()
    let text: [UInt8] = [1, 2, 3]
    unsafe memory.copy(text.span.bytes, to: 4096)
    memory.store(1, at: 0)
    memory.wake(0)
    #expect(memory.wait(4, while: 0, until: .now + .seconds(60)) == 1)
    #expect(memory.bytes(3, at: 5000) == [3, 2, 1])
  }

  @Test func `waiting ends when its moment has come`() throws {
    let memory = try SharedMemory(name: "test", byteCount: 4096)
    #expect(memory.wait(0, while: 0, until: .now + .milliseconds(5)) == 0)
    #expect(memory.wait(0, while: 0, until: .now) == 0)
    #expect(memory.wait(0, while: 1, until: nil) == 0)
  }

  @Test func `room that is given back is zeros`() throws {
    let memory = try SharedMemory(name: "test", byteCount: 4 * 4096)
    let ones = [UInt8](repeating: 1, count: 4 * 4096)
    unsafe memory.copy(ones.span.bytes, to: 0)
    memory.release(from: 4097)
    #expect(memory.bytes(8192, at: 0) == Array(ones[..<8192]))
    #expect(memory.bytes(8192, at: 8192) == [UInt8](repeating: 0, count: 8192))
  }
}
