import Sandbox

/// The kernel's filter machine, as far as our programs use it.
enum FilterMachine {
  /// What a call looks like to a filter.
  struct Call {
    var number: UInt32
    var architecture: UInt32
    var arguments: [UInt64] = []

    /// The word at an offset; nil where the kernel has none.
    fileprivate func word(at place: UInt32) -> UInt32? {
      switch place {
      case SystemCallFilter.Place.number: return number
      case SystemCallFilter.Place.architecture: return architecture
      default:
        guard let index = (0..<6).first(where: { SystemCallFilter.Place.argument($0) == place })
        else { return nil }
        let argument = arguments.indices.contains(index) ? arguments[index] : 0
        return UInt32(truncatingIfNeeded: argument)
      }
    }
  }

  /// The program's answer; nil for a program that the kernel would refuse.
  static func run(_ program: [SystemCallFilter.Instruction], _ call: Call) -> UInt32? {
    var register: UInt32 = 0
    var place = 0
    while program.indices.contains(place) {
      let instruction = program[place]
      var skip: UInt8 = 0
      switch instruction.operation {
      case .load:
        guard let word = call.word(at: instruction.value) else { return nil }
        register = word
      case .jumpIfEqual:
        skip = register == instruction.value ? instruction.skipIfTrue : instruction.skipIfFalse
      case .jumpIfSet:
        let isSet = register & instruction.value != 0
        skip = isSet ? instruction.skipIfTrue : instruction.skipIfFalse
      case .answer: return instruction.value
      }
      place += 1 + Int(skip)
    }
    return nil
  }
}
