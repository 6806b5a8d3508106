import Posix

/// From typed words to a command carried out and an exit code.
package enum CommandLineInterface {
  /// Carries out one command.
  package typealias Handler = (ParsedArguments, Console) throws -> ExitCode

  /// Runs the command that the words name.
  ///
  /// - Parameters:
  ///   - words: the command line without the program's name.
  ///   - handlers: commands by name that live outside this module, in the executable.
  ///   - console: where results and messages go.
  /// - Returns: the process's exit code.
  package static func run(
    _ words: [String], handlers: [String: Handler] = [:], console: Console = .standard
  ) -> ExitCode {
    SignalDescriptor.ignoreFailedWrites()
    do {
      let code = try dispatch(words, handlers: handlers, console: console)
      guard let reason = console.outputFailure() else { return code }
      throw EnvironmentError("the output can't be written: \(reason)")
    } catch let error as UsageError {
      let help = error.commandName.map { "pyramidion help \($0)" } ?? "pyramidion help"
      console.error("pyramidion: \(error.message)\nSee '\(help)'.\n")
      return .usage
    } catch let error as EnvironmentError {
      console.error("pyramidion: \(error.message)\n")
      return .environment
    } catch {
      console.error("pyramidion: \(error)\n")
      return .environment
    }
  }

  private static func dispatch(
    _ words: [String], handlers: [String: Handler], console: Console
  ) throws -> ExitCode {
    guard let first = words.first else {
      console.error(HelpText.overview)
      return .usage
    }
    switch first {
    case "--version":
      console.output("pyramidion \(ProgramVersion.current)\n")
      return .done
    case "--help", "-h":
      console.output(HelpText.overview)
      return .done
    default: break
    }
    guard let command = CommandTable.command(named: first) else {
      throw UsageError(unknownCommand(first))
    }
    let arguments = try ParsedArguments(command: command, words: Array(words.dropFirst()))
    guard !arguments[Command.helpFlag] else {
      console.output(HelpText.text(for: command))
      return .done
    }
    guard let handler = handlers[command.name] ?? ownHandlers[command.name] else {
      throw EnvironmentError("\(command.name) is not part of this build")
    }
    return try handler(arguments, console)
  }

  private static var ownHandlers: [String: Handler] {
    [
      "prerender": runPrerender, "work": runWork, "jobs": runJobs, "cut": runCut,
      "inspect": runInspect,
      "verify": runVerify, "prune": runPrune, "demo": runDemo, "help": runHelp,
      "viewport": runViewport, "manifest": runManifest,
    ]
  }

  private static func unknownCommand(_ word: String) -> String {
    let kind = word.hasPrefix("-") ? "a flag" : "a command"
    let message = "'\(word)' is not \(kind)"
    guard let near = nearest(to: word, among: CommandTable.all.map(\.name)) else { return message }
    return message + "; did you mean '\(near)'?"
  }
}
