import CommandLineInterface
import Foundation
import HTTPServer
import HTTPWire
import Posix

extension ServeSettings {
  static var processors: Int { min(ProcessInfo.processInfo.activeProcessorCount, 256) }

  /// Threads that serve connections.
  var loopCount: Int { loops ?? Self.processors }

  /// Files each loop keeps open: a quarter of all descriptors between them.
  func openFiles(descriptors: Int) -> Int { max(16, min(2048, descriptors / 4 / loopCount)) }

  /// How the server listens, and how much of anything it allows, of so many descriptors.
  func serverConfiguration(descriptors: Int) throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.addresses = listen
    configuration.loops = loopCount
    configuration.limits = wireLimits
    // Open files, and a few descriptors for everything else, come first.
    let room = max(16, descriptors - openFiles(descriptors: descriptors) * loopCount - 64)
    configuration.connections = min(maximumConnections, room)
    configuration.headDeadline = Int64(headTimeout) * 1000
    configuration.idleTimeout = Int64(idleTimeout) * 1000
    configuration.writeTimeout = Int64(writeTimeout) * 1000
    configuration.drainDeadline = Int64(drainTimeout) * 1000
    if let accessLog { configuration.accessLog = try openLog(accessLog) }
    return configuration
  }

  private var wireLimits: WireLimits {
    var limits = WireLimits()
    limits.headBytes = maximumHeadBytes
    limits.fields = maximumFields
    limits.targetBytes = maximumTargetBytes
    limits.bodyBytes = maximumBodyBytes
    limits.requestsPerConnection = maximumRequests
    return limits
  }

  private func openLog(_ path: String) throws -> AccessLog {
    let number =
      path == "-" ? dup(1) : unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard number >= 0 else {
      throw EnvironmentError("can't write the access log \(path): \(Errno.current)")
    }
    let format: AccessLog.Format = logFormat == .json ? .json : .combined
    return try AccessLog(to: FileDescriptor(owning: number), format: format, loops: loopCount)
  }
}
