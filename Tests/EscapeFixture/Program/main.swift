// Enters the box and tries to get out: one attempt in each of its children.
//
//   EscapeFixture BOX|none [USER]
//
// BOX is a box as JSON, as decoders are told it; USER is the number of the user that the parent is to
// be, who starts as root then. Prints one JSON object: for each attempt `through`, an error's words, or
// `killed` with a signal's number.
import Attempts
import Foundation
import Sandbox

func end(_ words: String) -> Never {
  FileHandle.standardError.write(Data("EscapeFixture: \(words)\n".utf8))
  exit(2)
}

let words = CommandLine.arguments.dropFirst()
guard let first = words.first else { end("BOX|none [USER]") }
let box = first == "none" ? nil : try JSONDecoder().decode(Box.self, from: Data(first.utf8))
if let text = words.dropFirst().first {
  guard let user = UInt32(text), attempts_become(user, user) == 0 else { end("can't be \(text)") }
}
guard let victim = Victim() else { end("nothing to attack") }
var outcomes: [String: String] = [:]
for index in 0..<attempts_count {
  let attempt = unsafe attempts_at(index)
  outcomes[unsafe String(cString: attempt.name)] = unsafe victim.outcome(of: attempt, in: box)
}
victim.remove()
let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
print(String(decoding: try encoder.encode(outcomes), as: UTF8.self))
