import CommandLineInterface
import DecoderChild
import DecoderChildren
import Foundation

// A cutting process is this program too; nothing else may run before it takes over.
if CommandLine.arguments.dropFirst().first == CutterProcess.argument {
  CutWorker.serve()
  exit(0)
}
let code = CommandLineInterface.run(
  Array(CommandLine.arguments.dropFirst()), handlers: [Command.serve.name: runServe])
exit(code.rawValue)
