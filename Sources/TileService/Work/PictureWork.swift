import Caching
import HTTPWire
import ImageRequest
import Posix
import Rendering

/// Makes pictures on the worker threads, each once however many ask for it, and keeps them.
final class PictureWork: Sendable {
  struct Key: Hashable, Sendable {
    /// ``RenderSource/key``.
    let image: UInt64
    let plan: ImagePlan
  }

  typealias Outcome = Result<SharedBytes, RenderError>
  typealias Waiter = @Sendable (Outcome) -> Void

  /// What asking for a picture came to.
  enum Asked {
    case kept(SharedBytes)
    /// It will come; with the ticket one can leave.
    case underWay(FlightTable<Key, Waiter>.Ticket)
    /// Too many wait already.
    case refused
  }

  private struct State {
    var cache: ByteCache<Key, SharedBytes>
    var flights = FlightTable<Key, Waiter>()
    var jobs: [Key: WorkPool.Job] = [:]
    var made = 0
  }

  private let state: Monitor<State>
  private let renderer: Renderer
  private let pool: WorkPool

  /// Pictures that take more than so many pixels go to the lane for large ones.
  private static let largePixels: Int64 = 1 << 20

  init(_ configuration: ServiceConfiguration, pool: WorkPool) {
    state = Monitor(
      State(cache: ByteCache(budget: ByteBudget(bytes: configuration.answerCacheBytes))))
    renderer = Renderer(
      tileCache: ByteBudget(bytes: configuration.tileCacheBytes), quality: configuration.quality)
    self.pool = pool
  }

  /// What was made before, if it is still there.
  func kept(_ plan: ImagePlan, of image: ServedImage) -> SharedBytes? {
    state.change { $0.cache.value(for: Key(image: image.source.key, plan: plan)) }
  }

  /// Asks for a picture; `waiter` is called on a worker thread unless the answer is here at once.
  func ask(
    _ plan: ImagePlan, match: TileMatch?, of image: ServedImage, _ waiter: @escaping Waiter
  ) -> Asked {
    let key = Key(image: image.source.key, plan: plan)
    let job = WorkPool.Job { [self] job in
      let outcome = make(plan, match, image, job)
      let waiters = state.change { state in
        // Somebody may have asked anew after this job was called off: theirs is another one.
        guard state.jobs[key] === job else { return [Waiter]() }
        state.jobs[key] = nil
        state.made += 1
        if case .success(let bytes) = outcome {
          state.cache.insert(bytes, for: key, cost: bytes.count + 256)
        }
        return state.flights.finish(key)
      }
      for waiter in waiters { waiter(outcome) }
    }
    let (asked, isMine) = state.change { state -> (Asked, Bool) in
      if let bytes = state.cache.value(for: key) { return (.kept(bytes), false) }
      let (part, ticket) = state.flights.join(key, waiter)
      if part == .leader { state.jobs[key] = job }
      return (.underWay(ticket), part == .leader)
    }
    guard isMine else { return asked }
    let cost = Renderer.cost(of: plan, from: image.pyramid)
    let isLarge = cost.decodedPixels + cost.outputPixels > Self.largePixels
    guard pool.submit(job, to: isLarge ? .large : .tiles) else {
      // Others may have joined meanwhile: they are told.
      let waiters = state.change { state in
        state.jobs[key] = nil
        return state.flights.finish(key)
      }
      for other in waiters.dropFirst() { other(.failure(.cancelled)) }
      return .refused
    }
    return asked
  }

  /// One who waited no longer does; what nobody waits for is called off.
  func leave(_ plan: ImagePlan, of image: ServedImage, _ ticket: FlightTable<Key, Waiter>.Ticket) {
    let key = Key(image: image.source.key, plan: plan)
    state.change { state in
      guard state.flights.leave(key, ticket) else { return }
      state.jobs.removeValue(forKey: key)?.cancel()
    }
  }

  var counts: (hits: Int, misses: Int, bytes: Int, entries: Int) {
    state.read { ($0.cache.hits, $0.cache.misses, $0.cache.bytes, $0.cache.count) }
  }

  /// How many pictures were made.
  var made: Int { state.read(\.made) }

  private func make(
    _ plan: ImagePlan, _ match: TileMatch?, _ image: ServedImage, _ job: WorkPool.Job
  ) -> Outcome {
    guard !job.isCancelled else { return .failure(.cancelled) }
    do throws(RenderError) {
      if case .corner(let address, let width, let height) = match,
        let bytes = try renderer.corner(address, width: width, height: height, of: image.source)
      {
        return .success(SharedBytes(bytes))
      }
      return .success(
        SharedBytes(
          try renderer.render(plan, of: image.source, isCancelled: { job.isCancelled })))
    } catch {
      return .failure(error)
    }
  }
}
