import CommandLineInterface
import DecoderChild
import Glibc
import Sandbox

// The nursery of decoders is this program too. Nothing else may run before it takes over: what has
// started a thread can't be copied.
if CommandLine.arguments.dropFirst().first == Nursery.argument {
  DecoderNursery.run()
  exit(0)
}
let code = CommandLineInterface.run(
  Array(CommandLine.arguments.dropFirst()), handlers: [Command.serve.name: runServe])
exit(code.rawValue)
