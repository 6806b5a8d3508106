import CLinux
package import Posix

/// A program for the kernel's filter of system calls, made from a table of what is allowed.
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

    fileprivate init(
      _ operation: Operation, _ value: UInt32, skipIfTrue: Int = 0, skipIfFalse: Int = 0
    ) {
      self.operation = operation
      self.value = value
      self.skipIfTrue = UInt8(clamping: skipIfTrue)
      self.skipIfFalse = UInt8(clamping: skipIfFalse)
    }
  }

  /// What the kernel does about a call.
  package enum Verdict {
    package static let kill: UInt32 = 0x8000_0000
    package static let allow: UInt32 = 0x7FFF_0000

    package static func refuse(_ error: Errno) -> UInt32 { 0x0005_0000 | UInt32(error.rawValue) }
  }

  /// Where the kernel puts what (`struct seccomp_data`).
  package enum Place {
    package static let number: UInt32 = 0
    package static let architecture: UInt32 = 4

    /// The lower half of an argument, on little-endian machines.
    package static func argument(_ index: Int) -> UInt32 { 16 + 8 * UInt32(index) }
  }

  package let instructions: [Instruction]

  /// - Parameters:
  ///   - rules: at most one for each call; calls that the architecture lacks are passed over.
  ///   - architecture: the only one whose calls are judged; others end the process.
  ///   - process: the number of the process that is to be confined.
  package init(
    _ rules: [SystemCallRule], architecture: CallArchitecture, process: Int32
  ) {
    var instructions = [
      Instruction(.load, Place.architecture),
      Instruction(.jumpIfEqual, architecture.auditNumber, skipIfTrue: 1),
      Instruction(.answer, Verdict.kill),
      Instruction(.load, Place.number),
    ]
    if let bit = architecture.secondTable {
      instructions.append(Instruction(.jumpIfSet, bit, skipIfFalse: 1))
      instructions.append(Instruction(.answer, Verdict.kill))
    }
    for rule in rules {
      guard let number = rule.call.number(on: architecture) else { continue }
      let block = Self.block(for: rule.answer, process: process)
      instructions.append(Instruction(.jumpIfEqual, number, skipIfFalse: block.count))
      instructions += block
    }
    instructions.append(Instruction(.answer, Verdict.kill))
    self.instructions = instructions
  }

  /// What is done about one call; ends in an answer whatever its arguments are.
  private static func block(
    for answer: SystemCallRule.Answer, process: Int32
  ) -> [Instruction] {
    switch answer {
    case .allowed: return [Instruction(.answer, Verdict.allow)]
    case .refused(let error): return [Instruction(.answer, Verdict.refuse(error))]
    case .allowedIf(let argument, let conditions, let otherwise):
      // Each test goes on to the next where it holds, and to the last instruction where not.
      var tests: [(condition: SystemCallRule.Condition, value: UInt32, othersFollow: Int)] = []
      for condition in conditions {
        switch condition {
        case .hasAll(let bits):
          for bit in (0..<32).map({ UInt32(1) << $0 }) where bits & bit != 0 {
            tests.append((condition, bit, 0))
          }
        case .hasNone(let bits): tests.append((condition, bits, 0))
        case .isOneOf(let values):
          for (index, value) in values.enumerated() {
            tests.append((condition, value, values.count - 1 - index))
          }
        case .isOwnProcess: tests.append((condition, UInt32(bitPattern: process), 0))
        }
      }
      var block = [Instruction(.load, Place.argument(argument))]
      for (index, test) in tests.enumerated() {
        // Between this test and the last instruction lie the other tests and the permission.
        let toRefusal = tests.count - index
        switch test.condition {
        case .hasAll: block.append(Instruction(.jumpIfSet, test.value, skipIfFalse: toRefusal))
        case .hasNone: block.append(Instruction(.jumpIfSet, test.value, skipIfTrue: toRefusal))
        case .isOneOf, .isOwnProcess:
          block.append(
            Instruction(
              .jumpIfEqual, test.value, skipIfTrue: test.othersFollow,
              skipIfFalse: test.othersFollow == 0 ? toRefusal : 0))
        }
      }
      block.append(Instruction(.answer, Verdict.allow))
      switch otherwise {
      case .killed: block.append(Instruction(.answer, Verdict.kill))
      case .refused(let error): block.append(Instruction(.answer, Verdict.refuse(error)))
      }
      return block
    }
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
