import CLinux
package import Posix

/// A program for the kernel's filter of system calls, made from a table.
package struct SystemCallFilter: Sendable {
  /// One instruction of the kernel's machine: classic BPF.
  package struct Instruction: Equatable, Sendable {
    package enum Operation: UInt16, Sendable {
      /// Loads the word at an offset of what the kernel tells of the call.
      case load = 0x20
      case jumpIfEqual = 0x15
      /// Jumps where any of the bits is set.
      case jumpIfSet = 0x45
      case answer = 0x06
    }

    package let operation: Operation
    /// The offset, the value to compare with, or the answer.
    package let value: UInt32
    /// How many instructions are skipped where the comparison holds, and where it does not.
    package let skipIfTrue: UInt8
    package let skipIfFalse: UInt8
  }

  /// What the kernel does about a call.
  package enum Verdict {
    package static let kill: UInt32 = 0x8000_0000
    package static let notPermitted: UInt32 = 0x0005_0000 | UInt32(EPERM)
    package static let allow: UInt32 = 0x7FFF_0000
  }

  /// Where the kernel puts what (`struct seccomp_data`).
  package enum Place {
    package static let number: UInt32 = 0
    package static let architecture: UInt32 = 4
    /// The lower half of the first argument, on little-endian machines.
    package static let firstArgument: UInt32 = 16
  }

  /// The kernel's name for this architecture; nil where no table was ever tried.
  package static var architecture: UInt32? {
    #if arch(x86_64)
      0xC000_003E
    #elseif arch(arm64)
      0xC000_00B7
    #else
      nil
    #endif
  }

  /// Set in the numbers of x86-64's second table of the same calls, which nothing here uses.
  package static let secondTable: UInt32 = 0x4000_0000

  package let instructions: [Instruction]

  /// - Parameters:
  ///   - rules: at most one for each call.
  ///   - architecture: the only one whose calls are judged; others end the process.
  ///   - process: the number of the process that is to be confined.
  package init(_ rules: [SystemCallRule], architecture: UInt32, process: Int32) {
    var instructions: [Instruction] = []
    func load(_ place: UInt32) {
      instructions.append(
        Instruction(operation: .load, value: place, skipIfTrue: 0, skipIfFalse: 0))
    }
    func answer(_ verdict: UInt32) {
      instructions.append(
        Instruction(operation: .answer, value: verdict, skipIfTrue: 0, skipIfFalse: 0))
    }
    func jump(
      _ operation: Instruction.Operation, _ value: UInt32, skipIfTrue: UInt8 = 0,
      skipIfFalse: UInt8 = 0
    ) {
      instructions.append(
        Instruction(
          operation: operation, value: value, skipIfTrue: skipIfTrue, skipIfFalse: skipIfFalse))
    }
    load(Place.architecture)
    jump(.jumpIfEqual, architecture, skipIfTrue: 1)
    answer(Verdict.kill)
    load(Place.number)
    jump(.jumpIfSet, Self.secondTable, skipIfFalse: 1)
    answer(Verdict.notPermitted)
    for rule in rules {
      switch rule.answer {
      case .refused:
        jump(.jumpIfEqual, rule.number, skipIfFalse: 1)
        answer(Verdict.notPermitted)
      case .ownProcessOnly:
        jump(.jumpIfEqual, rule.number, skipIfFalse: 4)
        load(Place.firstArgument)
        jump(.jumpIfEqual, UInt32(bitPattern: process), skipIfTrue: 1)
        answer(Verdict.notPermitted)
        answer(Verdict.allow)
      }
    }
    answer(Verdict.allow)
    self.instructions = instructions
  }

  /// Has the kernel ask this program about every call of this process from now on.
  ///
  /// - Throws: what the kernel says; where it knows no filters, that the argument is invalid.
  package func install() throws(Errno) {
    var program = instructions.map { instruction in
      sock_filter(
        code: instruction.operation.rawValue, jt: instruction.skipIfTrue,
        jf: instruction.skipIfFalse, k: instruction.value)
    }
    let count = UInt16(clamping: program.count)
    guard unsafe pyramidion_install_filter(&program, count) == 0 else { throw .current }
  }
}
