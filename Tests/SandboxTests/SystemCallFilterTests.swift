import CLinux
import Sandbox
import Testing

@Suite struct SystemCallFilterTests {
  typealias Verdict = SystemCallFilter.Verdict

  static let own: UInt32 = 0xC000_003E
  static let process: Int32 = 4711
  static let program = SystemCallFilter(
    SystemCalls.refused, architecture: own, process: process
  ).instructions

  private func answer(
    _ number: UInt32, architecture: UInt32 = own, firstArgument: UInt64 = 0
  ) -> UInt32? {
    FilterMachine.run(
      Self.program,
      FilterMachine.Call(
        number: number, architecture: architecture, firstArgument: firstArgument))
  }

  @Test func `the table has each call once`() {
    let numbers = SystemCalls.refused.map(\.number)
    #expect(Set(numbers).count == numbers.count)
    #expect(Set(SystemCalls.refused.map(\.name)).count == numbers.count)
  }

  @Test(arguments: SystemCalls.refused.map(\.number))
  func `what the table names is refused`(number: UInt32) {
    #expect(answer(number) == Verdict.notPermitted)
  }

  @Test func `all else is allowed`() {
    let named = Set(SystemCalls.refused.map(\.number))
    for number in UInt32(0)..<1000 where !named.contains(number) {
      #expect(answer(number) == Verdict.allow, "call \(number)")
    }
  }

  @Test func `what decoding needs is allowed`() {
    for number in [
      __NR_read, __NR_write, __NR_openat, __NR_close, __NR_mmap, __NR_munmap, __NR_futex,
      __NR_clone, __NR_exit_group, __NR_pread64, __NR_rt_sigprocmask, __NR_prlimit64,
    ] {
      #expect(answer(UInt32(number)) == Verdict.allow)
    }
  }

  @Test func `a process may signal itself and nobody else`() {
    let call = UInt32(__NR_tgkill)
    #expect(answer(call, firstArgument: UInt64(Self.process)) == Verdict.allow)
    #expect(answer(call, firstArgument: UInt64(Self.process) + 1) == Verdict.notPermitted)
    #expect(answer(call, firstArgument: 1) == Verdict.notPermitted)
    #expect(answer(call, firstArgument: .max) == Verdict.notPermitted)
    #expect(answer(UInt32(__NR_kill), firstArgument: UInt64(Self.process)) == Verdict.notPermitted)
  }

  @Test(arguments: [0x4000_0003, 0xC000_00B7, 0x4000_0028, 0, UInt32.max])
  func `calls of other architectures end the process`(architecture: UInt32) {
    for number in UInt32(0)..<500 {
      #expect(answer(number, architecture: architecture) == Verdict.kill)
    }
  }

  @Test func `the second table of x86 is refused`() {
    for number in UInt32(0)..<600 {
      #expect(answer(number | SystemCallFilter.secondTable) == Verdict.notPermitted)
    }
  }

  @Test func `this machine's own calls are judged`() {
    #expect(SystemCallFilter.architecture != nil)
  }

  @Test func `the kernel takes the program`() {
    // It allows 4,096 instructions, and every jump has to stay inside.
    #expect(Self.program.count <= 4096)
    for (place, instruction) in Self.program.enumerated() {
      let furthest = place + 1 + Int(max(instruction.skipIfTrue, instruction.skipIfFalse))
      #expect(furthest <= Self.program.count)
    }
    #expect(Self.program.last?.operation == .answer)
  }
}
