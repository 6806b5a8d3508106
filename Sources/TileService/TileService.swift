package import HTTPWire
import Posix

/// The service behind all loops: a request comes to a plan, the plan to a pyramid, the pyramid to an
/// answer.
package final class TileService: Sendable {
  let configuration: ServiceConfiguration
  let index: ImageIndex
  let catalogue: Catalogue
  let pool: WorkPool
  let pictures: PictureWork
  let cuts: CutQueue
  let metrics: Metrics

  /// Opens the root and the store and starts the threads that work for all loops.
  ///
  /// `loops`: how many responders will be made.
  package init(_ configuration: ServiceConfiguration, loops: Int) throws {
    self.configuration = configuration
    index = try ImageIndex(configuration)
    pool = try WorkPool(workers: configuration.workers, limit: configuration.queueLimit)
    pictures = PictureWork(configuration, pool: pool)
    cuts = try CutQueue(configuration, store: index.store)
    catalogue = Catalogue(root: index.root)
    metrics = Metrics(loops: loops)
  }

  /// The responder of one event loop, which is called on that loop's thread only.
  package func makeResponder(loop: Int) -> any Responder {
    ServiceResponder(self, loop: loop)
  }

  /// Ends cuts that are under way.
  package func stop() { cuts.stop() }
}
