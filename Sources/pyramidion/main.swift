import CommandLineInterface
import Foundation

let code = CommandLineInterface.run(
  Array(CommandLine.arguments.dropFirst()), handlers: ["serve": runServe])
exit(code.rawValue)
