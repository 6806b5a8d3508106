import CLinux
import Foundation
import Posix
import Sandbox
import Testing

/// One table as it is used on one architecture, and the program that is made of it.
struct FilterCase: Sendable, CustomTestStringConvertible {
  static let process: Int32 = 4711

  let kind: BoxKind
  let architecture: CallArchitecture

  static let all = BoxKind.allCases.flatMap { kind in
    CallArchitecture.allCases.map { FilterCase(kind: kind, architecture: $0) }
  }

  var testDescription: String { "\(kind) on \(architecture)" }

  var rules: [SystemCallRule] {
    SystemCalls.rules(for: kind).filter { $0.call.number(on: architecture) != nil }
  }

  var program: [SystemCallFilter.Instruction] {
    SystemCallFilter(
      SystemCalls.rules(for: kind), architecture: architecture, process: Self.process
    ).instructions
  }

  /// The program's answer for a call by its number.
  func answer(_ number: UInt32, _ arguments: [UInt64] = [], under other: UInt32? = nil) -> UInt32? {
    FilterMachine.run(
      program,
      FilterMachine.Call(
        number: number, architecture: other ?? architecture.auditNumber, arguments: arguments))
  }

  /// The program's answer for a call by its name; nil where there is none of that name here.
  func answer(_ name: String, _ arguments: [UInt64] = []) -> UInt32? {
    guard
      let number = rules.first(where: { $0.call.name == name })?.call.number(on: architecture)
    else { return nil }
    return answer(number, arguments)
  }
}

@Suite struct SystemCallFilterTests {
  typealias Verdict = SystemCallFilter.Verdict

  static let notPermitted = Verdict.refuse(.operationNotPermitted)

  @Test(arguments: FilterCase.all)
  func `a table has each call once`(filter: FilterCase) {
    let numbers = filter.rules.map { $0.call.number(on: filter.architecture) }
    #expect(Set(numbers).count == numbers.count)
    #expect(Set(filter.rules.map(\.call.name)).count == numbers.count)
  }

  @Test(arguments: FilterCase.all)
  func `what the table allows is allowed, what it refuses refused`(filter: FilterCase) {
    for rule in filter.rules {
      guard let number = rule.call.number(on: filter.architecture) else { continue }
      switch rule.answer {
      case .allowed: #expect(filter.answer(number) == Verdict.allow, "\(rule.call.name)")
      case .refused(let error):
        #expect(filter.answer(number) == Verdict.refuse(error), "\(rule.call.name)")
      case .allowedIf: break
      }
    }
  }

  @Test(arguments: FilterCase.all)
  func `all else ends the process`(filter: FilterCase) {
    let named = Set(filter.rules.compactMap { $0.call.number(on: filter.architecture) })
    for number in UInt32(0)..<1000 where !named.contains(number) {
      #expect(filter.answer(number) == Verdict.kill, "call \(number)")
    }
  }

  @Test(arguments: FilterCase.all.filter { $0.kind == .program })
  func `another program loads its code, and writes none`(filter: FilterCase) {
    let (none, read, write) = (PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE)
    let code = PROT_READ | PROT_EXEC
    for protection in CInt(0)..<16 {
      let maps = [none, read, write, code].contains(protection)
      #expect(
        filter.answer("mmap", [0, 4096, UInt64(protection)])
          == (maps ? Verdict.allow : Verdict.kill))
      let changes = [none, read, write].contains(protection)
      #expect(
        filter.answer("mprotect", [0, 4096, UInt64(protection)])
          == (changes ? Verdict.allow : Verdict.kill))
    }
  }

  @Test(arguments: FilterCase.all)
  func `nobody begins another program but who is to become one`(filter: FilterCase) {
    #expect(
      filter.answer("execve") == (filter.kind == .program ? Verdict.allow : Self.notPermitted))
  }

  @Test(arguments: FilterCase.all.filter { $0.kind != .program })
  func `memory is never code`(filter: FilterCase) {
    for call in ["mmap", "mprotect"] {
      for protection in UInt64(0)..<16 {
        let expected = protection & UInt64(PROT_EXEC) == 0 ? Verdict.allow : Verdict.kill
        #expect(filter.answer(call, [0, 4096, protection]) == expected, "\(call) \(protection)")
      }
    }
  }

  @Test(arguments: FilterCase.all)
  func `threads are made and processes are not`(filter: FilterCase) {
    // What glibc gives for a thread, and for fork().
    #expect(filter.answer("clone", [0x3D_0F00]) == Verdict.allow)
    #expect(filter.answer("clone", [0x0120_0011]) == Verdict.kill)
    #expect(filter.answer("clone", [0]) == Verdict.kill)
    for namespace in [
      0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000,
      0x4000_0000,
    ] as [UInt64] {
      #expect(filter.answer("clone", [0x3D_0F00 | namespace]) == Verdict.kill)
    }
    #expect(filter.answer("clone3") == Verdict.refuse(.noSuchCall))
  }

  @Test(arguments: FilterCase.all)
  func `a process may signal itself and nobody else`(filter: FilterCase) {
    let process = UInt64(FilterCase.process)
    #expect(filter.answer("tgkill", [process]) == Verdict.allow)
    for other in [process + 1, 0, 1, UInt64.max] {
      #expect(filter.answer("tgkill", [other]) == Verdict.kill)
    }
    #expect(filter.answer("kill", [process]) == Self.notPermitted)
  }

  @Test(arguments: FilterCase.all)
  func `of itself a process may change a thread's name alone`(filter: FilterCase) {
    for option in UInt64(0)..<80 {
      #expect(
        filter.answer("prctl", [option]) == (option == 15 ? Verdict.allow : Self.notPermitted))
    }
    let limits = filter.answer("prlimit64", [UInt64(FilterCase.process)])
    #expect(limits == (filter.kind == .tile ? nil : Self.notPermitted))
  }

  @Test(arguments: FilterCase.all)
  func `only drawings open files, and none for writing`(filter: FilterCase) {
    let isVector = filter.kind == .vector || filter.kind == .program
    #expect(
      filter.answer("openat", [0, 0, UInt64(O_RDONLY | O_CLOEXEC)])
        == (isVector ? Verdict.allow : Self.notPermitted))
    for flags in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_RDWR | O_CREAT] {
      #expect(filter.answer("openat", [0, 0, UInt64(flags)]) == Self.notPermitted)
    }
    #expect(
      filter.answer("newfstatat", [0, 0, 0, 0]) == (isVector ? Verdict.allow : Self.notPermitted))
    #expect(filter.answer("newfstatat", [0, 0, 0, 0x1000]) == Verdict.allow)
  }

  @Test(arguments: FilterCase.all)
  func `what is sent has no address`(filter: FilterCase) {
    #expect(filter.answer("sendto", [3, 1, 1, 0, 0, 0]) == Verdict.allow)
    #expect(filter.answer("sendto", [3, 1, 1, 0, 1, 16]) == Verdict.kill)
  }

  @Test(arguments: FilterCase.all)
  func `calls of other architectures end the process`(filter: FilterCase) {
    let own = filter.architecture.auditNumber
    for other in [0x4000_0003, 0xC000_003E, 0xC000_00B7, 0x4000_0028, 0, UInt32.max]
    where other != own {
      for number in UInt32(0)..<500 {
        #expect(filter.answer(number, under: other) == Verdict.kill)
      }
    }
  }

  @Test func `the second table of x86 ends the process`() {
    for kind in BoxKind.allCases {
      let filter = FilterCase(kind: kind, architecture: .x86)
      for number in UInt32(0)..<600 {
        #expect(filter.answer(number | 0x4000_0000) == Verdict.kill)
      }
    }
  }

  @Test(arguments: FilterCase.all)
  func `the kernel takes the program`(filter: FilterCase) {
    // It allows 4,096 instructions, and every jump has to stay inside.
    let program = filter.program
    #expect(program.count <= 4096)
    for (place, instruction) in program.enumerated() {
      let furthest = place + 1 + Int(max(instruction.skipIfTrue, instruction.skipIfFalse))
      #expect(furthest <= program.count)
    }
    #expect(program.last?.operation == .answer)
  }

  @Test func `a decoder of pixels makes do with forty calls`() {
    #expect(SystemCalls.count(for: .raster) <= 40)
    #expect(SystemCalls.count(for: .tile) < SystemCalls.count(for: .raster))
  }

  @Test func `this machine's own calls are judged`() { #expect(CallArchitecture.own != nil) }

  /// The kernel's headers for one architecture lie on machines of the other too.
  @Test(
    arguments: [
      (CallArchitecture.x86, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
      (.arm, "/usr/include/asm-generic/unistd.h"),
    ].filter { FileManager.default.fileExists(atPath: $0.1) })
  func `numbers are those of the kernel's headers`(
    architecture: CallArchitecture, header: String
  ) throws {
    var numbers: [Substring: UInt32] = [:]
    for line in try String(contentsOfFile: header, encoding: .utf8).split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard words.count >= 3, words[0] == "#define", let number = UInt32(words[2]) else { continue }
      // Calls that differ with the width of a pointer have a name of their own there.
      for prefix in ["__NR_", "__NR3264_"] where words[1].hasPrefix(prefix) {
        numbers[words[1].dropFirst(prefix.count)] = number
      }
    }
    // `stat.h` of 64-bit machines calls it by the older name.
    numbers["newfstatat"] = numbers["newfstatat"] ?? numbers["fstatat"]
    for kind in BoxKind.allCases {
      for rule in SystemCalls.rules(for: kind) {
        guard let number = rule.call.number(on: architecture) else { continue }
        #expect(numbers[rule.call.name[...]] == number, "\(rule.call.name)")
      }
    }
  }
}
