import CommandLineInterface
import Foundation
import HTTPServer
import Posix
import TileService

extension ServeSettings {
  static var processors: Int { min(ProcessInfo.processInfo.activeProcessorCount, 256) }

  /// Threads that serve connections.
  var loopCount: Int { loops ?? Self.processors }

  /// What the tile service obeys.
  var serviceRules: ServiceConfiguration {
    var rules = service
    rules.workers = workers ?? Self.processors
    return rules
  }

  func root() throws(EnvironmentError) -> FilePath {
    guard let root = FilePath(folder) else { throw EnvironmentError("the folder has no name") }
    return root
  }

  /// Files each loop keeps open: a quarter of all descriptors between them.
  func openFiles(descriptors: Int) -> Int { max(16, min(2048, descriptors / 4 / loopCount)) }

  /// How the server listens, and how much of anything it allows, of so many descriptors.
  func serverConfiguration(descriptors: Int) -> ServerConfiguration {
    var configuration = server
    configuration.loops = loopCount
    // Open files, and a few descriptors for everything else, come first.
    let room = max(16, descriptors - openFiles(descriptors: descriptors) * loopCount - 64)
    configuration.connections = min(server.connections, room)
    return configuration
  }

  var accessLogFormat: AccessLog.Format { logFormat == .json ? .json : .combined }

  /// Starts the access log.
  ///
  /// - Parameter losses: counts what it can't tell.
  /// - Returns: nil where there is to be none.
  /// - Throws: why it can't be written.
  func startLog(_ losses: LogLosses) throws -> AccessLog? {
    guard let file = try openLog() else { return nil }
    return try AccessLog(to: file, format: accessLogFormat, loops: loopCount, losses: losses)
  }

  /// The access log's file, for appending; nil where there is to be none.
  func openLog() throws(EnvironmentError) -> FileDescriptor? {
    guard let path = accessLog else { return nil }
    let number =
      path == "-" ? dup(1) : unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard number >= 0 else {
      throw EnvironmentError("can't write the access log \(path): \(Errno.current)")
    }
    return FileDescriptor(owning: number)
  }

  /// Why settings can't be read or obeyed, in words.
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as UsageError: error.message
    case let error as EnvironmentError: error.message
    default: "\(error)"
    }
  }
}
