import CommandLineInterface
import HTTPServer
import HTTPWire
import ImageRequest
import Posix
import Sandbox
import StaticFiles
import TileService

/// `pyramidion serve`: from typed text to a running server, and its end.
func runServe(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
  let settings = try serveSettings(arguments, console)
  Confinement.closeToOthers()
  HeapMemory.giveBackLargeBlocks()
  // Before any thread is started, for all of them to have the signals blocked.
  let signals = try ServerSignals()
  let faults = FaultLog(write: console.error)
  let losses = LogLosses(told: faults)
  let limit = DescriptorLimit.raise()
  let log = try settings.startLog(losses)
  let servesFiles = arguments[ServeFlags.staticFiles]
  let budget = try settings.descriptorBudget(of: limit, decodes: !servesFiles)
  var configuration = settings.serverConfiguration(within: budget)
  configuration.accessLog = log
  var images: ServedImages?
  let makeResponder: (Int) throws -> any Responder
  if servesFiles {
    makeResponder = try fileResponders(settings, budget, loops: configuration.loops, console)
  } else {
    let made = try opening(settings.folderTitle) {
      try ServedImages(
        settings, within: budget, of: limit, loops: configuration.loops, faults: faults)
    }
    images = made
    makeResponder = { made.service.makeResponder(loop: $0) }
  }
  let server = try listening(settings.folderTitle) {
    try Server(configuration, makeResponder: makeResponder)
  }
  images?.begin(on: server, losses)
  console.error(
    Banner.text(settings, on: server.addresses, isTerminal: Terminal.isThere(2)) {
      images?.service.firstImage()?.text
    })
  try signals.govern(
    RunningServer(
      server, images?.service, log, losses, settings, budget, arguments, console))
  let isComplete = server.run()
  images?.end()
  return isComplete ? .done : .someFailed
}

/// What was decided, on a machine that can be served from.
private func serveSettings(
  _ arguments: ParsedArguments, _ console: Console
) throws -> ServeSettings {
  var (settings, warnings) = try ServeSettings.resolve(arguments)
  for warning in warnings { console.error("pyramidion: \(warning)\n") }
  guard MemoryLimit.addresses >= MemoryLimit.fewestAddresses else {
    throw EnvironmentError(
      "the limit of addresses (ulimit -v) is \(MemoryLimit.addresses >> 20) MB, and serving needs"
        + " \(MemoryLimit.fewestAddresses >> 20) MB at least")
  }
  if !arguments[ServeFlags.staticFiles] {
    let box = try settings.findBox()
    if !settings.isQuiet || !box.isWhole { console.error(settings.boxLine(box)) }
  }
  return settings
}

/// Who answers with the files of a folder as they are.
private func fileResponders(
  _ settings: ServeSettings, _ budget: DescriptorBudget, loops: Int, _ console: Console
) throws -> (Int) throws -> any Responder {
  let isHere = try opening(settings.folderTitle) { try settings.root() != nil }
  guard isHere, settings.mounts.isEmpty else {
    throw EnvironmentError("files that lie elsewhere are not served as they are")
  }
  return { loop in
    try FileResponder(
      root: settings.folder, openFiles: budget.openFiles / loops,
      // Each loop sees for itself; once is enough to be told.
      report: { if loop == 0 { console.error("pyramidion: \($0)\n") } })
  }
}

/// Says what keeps a folder from being opened in words for who typed its name.
private func opening<Opened>(_ title: String, _ open: () throws -> Opened) throws -> Opened {
  do {
    return try open()
  } catch let problem as StoreProblem {
    throw EnvironmentError(problem.description)
  } catch let failure as FileError {
    throw EnvironmentError("can't serve \(title): \(failure)")
  }
}

/// Says what keeps a server from listening in words for who typed its addresses.
private func listening(_ title: String, _ listen: () throws -> Server) throws -> Server {
  do {
    return try listen()
  } catch let failure as ListeningFailure {
    throw EnvironmentError(failure.description)
  } catch let failure as Errno {
    throw EnvironmentError("can't serve \(title): \(failure)")
  }
}

extension LogLosses {
  /// The lines of an access log that nobody takes, told as a fault.
  fileprivate convenience init(told faults: FaultLog) {
    self.init { change in
      switch change {
      case .began(let reason):
        faults.note(.logUnwritable, image: nil, "the access log takes no lines: \(reason)")
      case .ended(let lines): faults.say("the access log takes lines again, \(lines) are missing")
      }
    }
  }
}
