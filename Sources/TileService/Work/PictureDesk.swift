import Caching
import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import Rendering
import Synchronization
import TileGeometry

/// Pictures that have to be made: from the cache, or by a worker, each at a time once.
final class PictureDesk: Sendable {
  typealias Waiter = @Sendable (PictureResult) -> Void

  private struct State {
    var flights = FlightTable<PictureKey, Waiter>()
    /// Where the work of a flight waits, until it is begun.
    var lines: [PictureKey: LaneTicket] = [:]
    var made = 0
    var joined = 0
    var refused = 0
  }

  let renderer: Renderer
  /// Tiles and other small work.
  let tiles: WorkLane
  /// Pictures that take long.
  let renders: WorkLane
  private let cache: Mutex<ByteCache<PictureKey, SharedBytes>>
  private let state = Mutex(State())
  private let reportDamage: @Sendable (OpenImage, String) -> Void

  /// What a cache entry takes besides its bytes.
  private static let entryBytes = 256

  /// A desk whose workers are still to be started.
  ///
  /// - Parameters:
  ///   - configuration: how much it keeps and lets wait.
  ///   - decoder: who makes pixels of stored tiles.
  ///   - reportDamage: told of a pyramid whose bytes are not what they should be.
  init(
    _ configuration: ServiceConfiguration, decoder: any TileDecoding,
    reportDamage: @escaping @Sendable (OpenImage, String) -> Void
  ) {
    renderer = Renderer(
      tileCache: ByteBudget(bytes: configuration.tileCacheBytes), quality: configuration.quality,
      decoder: decoder)
    tiles = WorkLane(name: "tiles", limit: configuration.queueLimit)
    renders = WorkLane(name: "renders", limit: configuration.queueLimit, niceness: 10)
    cache = Mutex(ByteCache(budget: ByteBudget(bytes: configuration.answerCacheBytes)))
    self.reportDamage = reportDamage
  }

  func start(workers: Int) throws(Errno) {
    try tiles.start(threads: workers)
    try renders.start(threads: max(1, workers - 1))
  }

  func stop() {
    tiles.stop()
    renders.stop()
  }

  var counts: (made: Int, joined: Int, refused: Int) {
    state.withLock { ($0.made, $0.joined, $0.refused) }
  }

  var cacheCounts: (hits: Int, misses: Int, bytes: Int, entries: Int) {
    cache.withLock { ($0.hits, $0.misses, $0.bytes, $0.count) }
  }

  func cached(_ key: PictureKey) -> SharedBytes? { cache.withLock { $0.value(for: key) } }

  /// Asks for a picture for somebody who may leave.
  ///
  /// - Parameters:
  ///   - order: the picture.
  ///   - waiting: who waits for it.
  ///   - tell: called once, from a worker.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ order: PictureOrder, for waiting: borrowing Waiting, tell: @escaping Waiter
  ) -> Bool {
    guard let ticket = request(order, tell) else { return false }
    waiting.enter(ticket)
    return true
  }

  private func request(_ order: PictureOrder, _ tell: @escaping Waiter) -> PictureTicket? {
    let key = order.key
    let lane = order.isLarge ? renders : tiles
    return state.withLock { state in
      let (part, number) = state.flights.join(key, tell)
      if part == .leader {
        guard let line = lane.submit({ self.make(order) }) else {
          _ = state.flights.leave(key, number)
          state.refused += 1
          return nil
        }
        state.lines[key] = line
      } else {
        state.joined += 1
      }
      return PictureTicket(desk: self, key: key, number: number)
    }
  }

  /// Somebody no longer waits; work that nobody waits for is not done.
  fileprivate func leave(_ ticket: PictureTicket) {
    state.withLock { state in
      guard state.flights.leave(ticket.key, ticket.number),
        let line = state.lines.removeValue(forKey: ticket.key)
      else { return }
      line.withdraw()
    }
  }

  private func make(_ order: PictureOrder) {
    let key = order.key
    let isWanted = state.withLock { state in
      state.lines[key] = nil
      return state.flights.isWanted(key)
    }
    guard isWanted else { return }
    // Cancelled work ends nothing: by now somebody may have asked anew, with work of their own.
    guard let result = picture(order) else { return }
    let waiters = state.withLock { state in
      state.made += 1
      return state.flights.finish(key)
    }
    for waiter in waiters { waiter(result) }
  }

  /// - Returns: nil when nobody wants it any more.
  private func picture(_ order: PictureOrder) -> PictureResult? {
    let key = order.key
    do throws(RenderError) {
      let bytes = SharedBytes(try render(order, key))
      cache.withLock { $0.insert(bytes, for: key, cost: bytes.count + Self.entryBytes) }
      return .made(bytes)
    } catch {
      switch error {
      case .cancelled: return nil
      case .unreadable(let tile, let reason):
        if let failure = reason.fileError { return .failed(NotServed(storeError: failure)) }
        return damaged(order, "\(tile): \(reason)")
      case .undecodable(let tile, let reason): return damaged(order, "\(tile): \(reason)")
      case .notEncoded(let reason):
        return .failed(
          NotServed(.internalServerError, "the picture could not be encoded as \(reason)"))
      }
    }
  }

  private func damaged(_ order: PictureOrder, _ reason: String) -> PictureResult {
    reportDamage(order.image, reason)
    return .failed(NotServed(.internalServerError, "the image's pyramid is damaged"))
  }

  private func render(_ order: PictureOrder, _ key: PictureKey) throws(RenderError) -> [UInt8] {
    if case .corner(let address, let width, let height) = order.corner,
      let corner = try renderer.corner(
        address, width: width, height: height, of: order.image.source)
    {
      return corner
    }
    return try renderer.render(
      order.plan, of: order.image.source,
      isCancelled: { !state.withLock { $0.flights.isWanted(key) } })
  }
}

/// One who waits for a picture, so that they can leave.
struct PictureTicket: Withdrawable {
  fileprivate let desk: PictureDesk
  fileprivate let key: PictureKey
  fileprivate let number: FlightTable<PictureKey, PictureDesk.Waiter>.Ticket

  func withdraw() { desk.leave(self) }
}
