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
  private let losses: LogLosses
  private let budget: DescriptorBudget
  private let inForce: Mutex<InForce>

  private struct InForce {
    var settings: ServeSettings
    var log: AccessLog?
  }

  init(
    _ server: Server, _ service: TileService?, _ log: AccessLog?, _ losses: LogLosses,
    _ settings: ServeSettings, _ budget: DescriptorBudget, _ arguments: ParsedArguments,
    _ console: Console
  ) {
    self.server = server
    self.service = service
    self.losses = losses
    inForce = Mutex(InForce(settings: settings, log: log))
    self.budget = budget
    self.arguments = arguments
    self.console = console
  }

  /// Reads all settings anew, as at the start, takes what can change without a restart, and goes on
  /// in a log of the same name.
  func reload() {
    let before = inForce.withLock { $0 }
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
    let log = logInForce(after: before, &fresh)
    let reload = before.settings.reloaded(as: fresh)
    inForce.withLock { $0 = InForce(settings: reload.settings, log: log) }
    var configuration = reload.settings.serverConfiguration(within: budget)
    configuration.accessLog = log
    server.obey(configuration)
    service?.obey(reload.settings.serviceRules)
    log?.change(to: reload.settings.accessLogFormat)
    if log == nil { before.log?.retire() }
    for sentence in reload.sentences { say("reloaded: \(sentence)") }
  }

  /// The log that settings ask for; where it can't be written, all stays as it was.
  private func logInForce(after before: InForce, _ fresh: inout ServeSettings) -> AccessLog? {
    if let log = before.log, fresh.accessLog != nil {
      if !goOn(log, by: fresh) { fresh.accessLog = before.settings.accessLog }
      return log
    }
    do {
      return try fresh.startLog(losses)
    } catch {
      say("the access log stays where it was: \(ServeSettings.reason(error))")
      fresh.accessLog = before.settings.accessLog
      return before.log
    }
  }

  /// Goes on in a log of the same name, for the one before to be moved away.
  func reopenLog() {
    let now = inForce.withLock { $0 }
    guard let log = now.log else { return say("there is no access log to be reopened") }
    if goOn(log, by: now.settings) { say("the access log is reopened") }
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

  /// Has whoever looks whether it is ready turn to others, and answers as before.
  ///
  /// - Returns: the time that they have for that.
  func leave() -> Duration {
    // Of files as they are nobody can ask that.
    guard let service else { return .zero }
    service.leave()
    return inForce.withLock { $0.settings.leaveNotice }
  }

  /// Lets the server finish what is under way.
  ///
  /// - Returns: the time that it has for that.
  func stop() -> Duration {
    let time = inForce.withLock { $0.settings.server.drainDeadline }
    server.stop(drain: time)
    return time
  }

  func stopAtOnce() { server.stop() }

  private func say(_ sentence: String) { console.error("pyramidion: \(sentence)\n") }
}
