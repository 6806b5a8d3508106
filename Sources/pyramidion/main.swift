import CommandLineInterface
import Cutter
import Foundation

if CommandLine.arguments.dropFirst().first == CutWorker.argument {
  CutWorker.serve()
  exit(0)
}
let code = CommandLineInterface.run(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
