import CommandLineInterface
import Foundation
import HTTPServer
import HTTPWire
import Posix

/// `pyramidion serve`: from typed text to a running server, and its end.
func runServe(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
  let (settings, warnings) = try ServeSettings.resolve(arguments)
  for warning in warnings { console.error("pyramidion: \(warning)\n") }
  // Before any thread is started, for all of them to have the signals blocked.
  let signals = try SignalDescriptor([SIGTERM, SIGINT])
  SignalDescriptor.ignoreBrokenPipes()
  let descriptors = DescriptorLimit.raise()
  let configuration = try settings.serverConfiguration(descriptors: descriptors)
  let openFiles = settings.openFiles(descriptors: descriptors)

  let server: Server
  do {
    server = try Server(configuration) { _ in
      do {
        return try FileResponder(root: settings.folder, openFiles: openFiles)
      } catch {
        throw EnvironmentError("can't serve \(settings.folder): \(error)")
      }
    }
  } catch let failure as ListeningFailure {
    throw EnvironmentError(failure.description)
  }
  for address in server.addresses {
    let place = address.port == nil ? "\(address)" : "http://\(address)/"
    console.error("pyramidion: serving \(settings.folder) on \(place)\n")
  }
  let isComplete = try server.run(until: signals, drainDeadline: configuration.drainDeadline)
  return isComplete ? .done : .someFailed
}
