import CommandLineInterface
import HTTPServer
import Posix
import Synchronization
import TileService

/// A server that runs, and what can be changed about it meanwhile.
final class RunningServer: Sendable {
  private let arguments: ParsedArguments
  private let console: Console
  private let server: Server
  /// Nil where files are served as they are.
  private let service: TileService?
  private let log: AccessLog?
  /// How many the process may have open.
  private let descriptors: Int
  /// As they are in force.
  private let settings: Mutex<ServeSettings>

  init(
    _ server: Server, _ service: TileService?, _ log: AccessLog?, _ settings: ServeSettings,
    descriptors: Int, _ arguments: ParsedArguments, _ console: Console
  ) {
    self.server = server
    self.service = service
    self.log = log
    self.settings = Mutex(settings)
    self.descriptors = descriptors
    self.arguments = arguments
    self.console = console
  }

  /// Reads all settings anew, as at the start, takes what can change without a restart, and goes on
  /// in a log of the same name.
  func reload() {
    let before = settings.withLock { $0 }
    var fresh: ServeSettings
    do {
      let (read, warnings) = try ServeSettings.resolve(arguments)
      for warning in warnings { say(warning) }
      fresh = read
    } catch {
      say("not reloaded, settings stay as they were: \(ServeSettings.reason(error))")
      reopenLog()
      return
    }
    if let log, fresh.accessLog != nil, !goOn(log, by: fresh) {
      fresh.accessLog = before.accessLog
    }
    let reload = before.reloaded(as: fresh)
    settings.withLock { $0 = reload.settings }
    server.obey(reload.settings.serverConfiguration(descriptors: descriptors))
    service?.obey(reload.settings.serviceRules)
    log?.change(to: reload.settings.accessLogFormat)
    for sentence in reload.sentences { say("reloaded: \(sentence)") }
  }

  /// Goes on in a log of the same name, for the one before to be moved away.
  func reopenLog() {
    guard let log else { return say("there is no access log to be reopened") }
    if goOn(log, by: settings.withLock({ $0 })) { say("the access log is reopened") }
  }

  private func goOn(_ log: AccessLog, by settings: ServeSettings) -> Bool {
    do {
      guard let file = try settings.openLog() else { return false }
      log.goOn(in: file)
      return true
    } catch {
      say("the access log stays where it was: \(ServeSettings.reason(error))")
      return false
    }
  }

  /// Lets the server finish what is under way.
  ///
  /// - Returns: the time that it has for that.
  func stop() -> Duration {
    let time = settings.withLock { $0.server.drainDeadline }
    server.stop(drain: time)
    return time
  }

  func stopAtOnce() { server.stop() }

  private func say(_ sentence: String) { console.error("pyramidion: \(sentence)\n") }
}
