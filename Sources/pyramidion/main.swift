import CommandLineInterface
import Foundation

let code = CommandLineInterface.run(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
