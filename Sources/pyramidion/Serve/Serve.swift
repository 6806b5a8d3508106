import CommandLineInterface
import DecoderChildren
import Glibc
import HTTPServer
import HTTPWire
import ImageRequest
import Posix
import Sandbox
import StaticFiles
import TileService

/// `pyramidion serve`: from typed text to a running server, and its end.
func runServe(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
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
  Confinement.closeToOthers()
  HeapMemory.giveBackLargeBlocks()
  // Before any thread is started, for all of them to have the signals blocked.
  let signals = try ServerSignals()
  let faults = FaultLog(write: console.error)
  let losses = LogLosses { change in
    switch change {
    case .began(let reason):
      faults.note(.logUnwritable, image: nil, "the access log takes no lines: \(reason)")
    case .ended(let lines): faults.say("the access log takes lines again, \(lines) are missing")
    }
  }
  let limit = DescriptorLimit.raise()
  let log = try settings.startLog(losses)
  let budget = try settings.descriptorBudget(
    of: limit, decodes: !arguments[ServeFlags.staticFiles])
  let title = settings.folderTitle
  var configuration = settings.serverConfiguration(within: budget)
  configuration.accessLog = log
  let makeResponder: (Int) throws -> any Responder
  var service: TileService?
  let nursery = Nursery(lost: {
    faults.noteDeath(by: SIGKILL)
    faults.note(
      .decoderKilled, image: nil,
      "the process that makes decoders was killed; another one takes its place")
  })
  let rules = settings.serviceRules
  let decoders = TileDecoders(
    nursery, boxed: rules.cutLimits.box ?? .off, limit: budget.tileDecoders)
  do {
    if arguments[ServeFlags.staticFiles] {
      guard try settings.root() != nil, settings.mounts.isEmpty else {
        throw EnvironmentError("files that lie elsewhere are not served as they are")
      }
      let openFiles = budget.openFiles / configuration.loops
      makeResponder = { loop in
        try FileResponder(
          root: settings.folder, openFiles: openFiles,
          // Each loop sees for itself; once is enough to be told.
          report: { if loop == 0 { console.error("pyramidion: \($0)\n") } })
      }
    } else {
      let (far, shelf) = try settings.farSources(within: limit, report: { faults.say($0) })
      let made = try TileService(
        root: try settings.root(), far: far, copies: shelf, store: try settings.storePath(), rules,
        decoder: decoders, nursery: nursery, loops: configuration.loops,
        openImages: budget.openFiles,
        faults: faults)
      service = made
      makeResponder = { made.makeResponder(loop: $0) }
    }
  } catch let problem as StoreProblem {
    throw EnvironmentError(problem.description)
  } catch let failure as FileError {
    throw EnvironmentError("can't serve \(title): \(failure)")
  }
  let server: Server
  do {
    server = try Server(configuration, makeResponder: makeResponder)
  } catch let failure as ListeningFailure {
    throw EnvironmentError(failure.description)
  } catch let failure as Errno {
    throw EnvironmentError("can't serve \(title): \(failure)")
  }
  service?.setConnectionCount(server.connectionCount)
  service?.setRelief(server.relief)
  service?.setLostLogLines { losses.count }
  service?.setDecoderCounts { decoders.counts }
  // It gets ready while the first requests are answered. Where it does not start yet, the first
  // image that is cut tells why not.
  if service != nil { try? nursery.start() }
  console.error(
    Banner.text(settings, on: server.addresses, isTerminal: Terminal.isThere(2)) {
      service?.firstImage()?.text
    })
  try signals.govern(
    RunningServer(
      server, service, log, losses, settings, budget, arguments, console))
  let isComplete = server.run()
  decoders.end()
  service?.stop()
  nursery.end()
  return isComplete ? .done : .someFailed
}
