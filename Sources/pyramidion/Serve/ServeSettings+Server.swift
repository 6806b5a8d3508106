import CommandLineInterface
import FoundationEssentials
import Glibc
import HTTPServer
import Posix
import S3Wire
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

  /// The folder of this machine; nil where images lie elsewhere.
  func root() throws(EnvironmentError) -> FilePath? {
    guard !EngineAddress.isMeant(by: folder) else { return nil }
    guard let root = FilePath(folder) else { throw EnvironmentError("the folder has no name") }
    return root
  }

  /// How descriptors are shared out.
  ///
  /// - Parameters:
  ///   - limit: how many there are.
  ///   - decodes: false where files are served as they lie.
  /// - Returns: what each part may have.
  /// - Throws: where they are too few.
  func descriptorBudget(of limit: Int, decodes: Bool) throws(EnvironmentError) -> DescriptorBudget {
    let rules = serviceRules
    let cuts = rules.missingPyramids == .cut ? rules.cutsAtOnce : 0
    return try DescriptorBudget(
      of: limit,
      .init(
        held: DescriptorLimit.held() + farDescriptors(within: limit), loops: loopCount,
        listeners: server.addresses.count,
        cuts: decodes ? cuts : 0, tileDecoders: decodes ? rules.workers * 2 : 0,
        pageDrawers: decodes ? rules.pageDrawers : 0))
  }

  /// How the server listens, and how much of anything it allows.
  func serverConfiguration(within budget: DescriptorBudget) -> ServerConfiguration {
    var configuration = server
    configuration.loops = loopCount
    configuration.connections = min(server.connections, budget.connections)
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
    guard let accessLog else { return nil }
    do throws(Errno) {
      return try Self.logFile(accessLog)
    } catch {
      throw EnvironmentError("can't write the access log \(accessLog): \(error)")
    }
  }

  private static func logFile(_ name: String) throws(Errno) -> FileDescriptor {
    guard name != "-" else { return try .standardOutput() }
    guard let path = FilePath(name) else { throw .invalidArgument }
    do throws(FileError) {
      return try .open(path, [.writing, .appending, .creating])
    } catch {
      throw error.errno
    }
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
