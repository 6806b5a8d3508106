import CommandLineInterface
import DecoderChildren
import Glibc
import HTTPServer
import HTTPWire
import Sandbox
import TileService

/// The service of images, with the processes that decode for it.
struct ServedImages {
  let service: TileService
  private let decoders: TileDecoders
  private let nursery: Nursery

  /// - Parameters:
  ///   - settings: what was decided.
  ///   - budget: how many descriptors may be used for what.
  ///   - limit: how many there are.
  ///   - loops: how many responders will be made.
  ///   - faults: where faults are told of.
  /// - Throws: where root or store can't be opened, or no thread started.
  init(
    _ settings: ServeSettings, within budget: DescriptorBudget, of limit: Int, loops: Int,
    faults: FaultLog
  ) throws {
    nursery = Nursery(lost: {
      faults.noteDeath(by: SIGKILL)
      faults.note(
        .decoderKilled, image: nil,
        "the process that makes decoders was killed; another one takes its place")
    })
    let rules = settings.serviceRules
    decoders = TileDecoders(
      nursery, boxed: rules.cutLimits.box ?? .off, limit: budget.tileDecoders)
    let far = try settings.farParts(within: limit, report: { faults.say($0) })
    service = try TileService(
      root: try settings.root(), far: far.mounts, copies: far.shelf, store: far.store,
      queue: try settings.servedQueue(report: { faults.say($0) }), rules,
      decoder: decoders, nursery: nursery, loops: loops, openImages: budget.openFiles,
      faults: faults)
  }

  /// Takes up what a server that listens knows and has, and gets ready while it answers its first
  /// requests.
  ///
  /// - Parameters:
  ///   - server: whose requests are answered.
  ///   - losses: counts the lines that its access log lost.
  func begin(on server: Server, _ losses: LogLosses) {
    service.setConnectionCount(server.connectionCount)
    service.setRelief(server.relief)
    service.setLostLogLines { losses.count }
    service.setDecoderCounts { [decoders] in decoders.counts }
    // Where it does not start yet, the first image that is cut tells why not.
    try? nursery.start()
  }

  /// Ends all work; called once the server's loops have ended.
  func end() {
    decoders.end()
    service.stop()
    nursery.end()
  }
}
