import CommandLineInterface
import Foundation
import HTTPServer
import HTTPWire
import Posix

/// `pyramidion serve`: from typed text to a running server, and its end.
func runServe(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
  let options = try ServeOptions(arguments)
  // Before any thread is started, for all of them to have the signals blocked.
  let signals = try SignalDescriptor([SIGTERM, SIGINT])
  SignalDescriptor.ignoreBrokenPipes()
  let descriptors = DescriptorLimit.raise()
  let configuration = try options.configuration(descriptors: descriptors)
  let openFiles = options.openFiles(descriptors: descriptors)

  let server: Server
  do {
    server = try Server(configuration) { _ in
      do {
        return try FileResponder(root: options.folder, openFiles: openFiles)
      } catch {
        throw EnvironmentError("can't serve \(options.folder): \(error)")
      }
    }
  } catch let failure as ListeningFailure {
    throw EnvironmentError(failure.description)
  }
  for address in server.addresses {
    let place = address.port == nil ? "\(address)" : "http://\(address)/"
    console.error("pyramidion: serving \(options.folder) on \(place)\n")
  }
  let isComplete = try server.run(until: signals, drainDeadline: configuration.drainDeadline)
  return isComplete ? .done : .someFailed
}

/// What was typed for `serve`, as types.
private struct ServeOptions {
  let folder: String
  private let addresses: [SocketAddress]
  private let loops: Int
  private let logPath: String?
  private let logFormat: AccessLog.Format
  private let connections: Int
  private let limits: WireLimits
  private let headTimeout: Int
  private let idleTimeout: Int
  private let writeTimeout: Int
  private let drainTimeout: Int

  init(_ arguments: ParsedArguments) throws {
    folder = arguments.operands.first ?? "."
    var addresses: [SocketAddress] = []
    for text in (arguments.text("listen") ?? "127.0.0.1:8080").split(separator: ",") {
      do throws(SocketAddress.Malformed) {
        addresses.append(try SocketAddress(parsing: String(text)))
      } catch {
        throw UsageError("--listen \(error)", command: arguments.command)
      }
    }
    guard !addresses.isEmpty else {
      throw UsageError("--listen needs an address", command: arguments.command)
    }
    self.addresses = addresses
    let processors = ProcessInfo.processInfo.activeProcessorCount
    loops = try Self.number("loops", 1...256, min(processors, 256), arguments)
    logPath = arguments.text("access-log")
    logFormat = arguments.text("log-format") == "json" ? .json : .combined
    connections = try Self.number("max-connections", 1...1_000_000, 16_384, arguments)
    limits = try Self.limits(arguments)
    headTimeout = try Self.number("head-timeout", 1...3600, 15, arguments)
    idleTimeout = try Self.number("idle-timeout", 1...86_400, 60, arguments)
    writeTimeout = try Self.number("write-timeout", 1...3600, 30, arguments)
    drainTimeout = try Self.number("drain-timeout", 0...3600, 30, arguments)
  }

  private static func limits(_ arguments: ParsedArguments) throws(UsageError) -> WireLimits {
    var limits = WireLimits()
    limits.headBytes = try number("max-head-bytes", 256...1_048_576, limits.headBytes, arguments)
    limits.fields = try number("max-fields", 1...10_000, limits.fields, arguments)
    limits.targetBytes = try number(
      "max-target-bytes", 64...1_048_576, limits.targetBytes, arguments)
    limits.bodyBytes = try number(
      "max-body-bytes", 0...1_073_741_824, limits.bodyBytes, arguments)
    limits.requestsPerConnection = try number(
      "max-requests", 1...1_000_000_000, limits.requestsPerConnection, arguments)
    return limits
  }

  private static func number(
    _ flag: String, _ range: ClosedRange<Int>, _ standard: Int, _ arguments: ParsedArguments
  ) throws(UsageError) -> Int {
    guard let text = arguments.text(flag) else { return standard }
    guard text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let number = Int(text),
      range.contains(number)
    else {
      throw UsageError(
        "--\(flag) '\(text)' is not a number from \(range.lowerBound) to \(range.upperBound)",
        command: arguments.command)
    }
    return number
  }

  /// Files each loop keeps open: a quarter of all descriptors between them.
  func openFiles(descriptors: Int) -> Int { max(16, min(2048, descriptors / 4 / loops)) }

  func configuration(descriptors: Int) throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.addresses = addresses
    configuration.loops = loops
    configuration.limits = limits
    // Open files, and a few descriptors for everything else, come first.
    let room = max(16, descriptors - openFiles(descriptors: descriptors) * loops - 64)
    configuration.connections = min(connections, room)
    configuration.headDeadline = Int64(headTimeout) * 1000
    configuration.idleTimeout = Int64(idleTimeout) * 1000
    configuration.writeTimeout = Int64(writeTimeout) * 1000
    configuration.drainDeadline = Int64(drainTimeout) * 1000
    if let logPath { configuration.accessLog = try openLog(logPath) }
    return configuration
  }

  private func openLog(_ path: String) throws -> AccessLog {
    let number =
      path == "-" ? dup(1) : unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard number >= 0 else {
      throw EnvironmentError("can't write the access log \(path): \(Errno.current)")
    }
    return try AccessLog(to: FileDescriptor(owning: number), format: logFormat, loops: loops)
  }
}
