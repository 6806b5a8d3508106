import Caching
import HTTPWire
import ImageRequest
import PictureWords
import Posix
import PyramidFile
import PyramidFormat
import Rendering
import Synchronization
import TileGeometry

/// Pictures that have to be made: from the cache, or by a worker, each at a time once.
final class PictureDesk: Sendable {
  let renderer: Renderer
  let memory: RenderMemory
  let unsent: UnsentPictures
  /// Tiles and other small work.
  let tiles: WorkLane
  /// Pictures that take long.
  let renders: WorkLane
  /// Pictures of which parts are drawn first.
  let drawings: DrawingLane
  /// True from the desk's end on, too.
  private let hasDrawingThreads = Mutex(false)
  /// Whether a page is being read before anybody wants a part of it: one at a time.
  private let isReadingAhead = Mutex(false)
  private let cache: Mutex<ByteCache<PictureKey, SharedBytes>>
  private let work = SharedWork<PictureKey, PictureResult>()
  let reportTrouble: @Sendable (OpenImage, PyramidTrouble) -> NotServed

  /// Of all memory there is: the part of it that pictures in the making may take.
  private static let memoryShare = 4
  /// Bytes of pictures that may wait for slow readers; readers that are well have them within
  /// milliseconds.
  private static let unsentBytes = 64 << 20
  /// Threads for each process that draws: while some make pictures, none is idle.
  private static let threadsOfADrawer = 3
  /// What a cache entry takes besides its bytes.
  private static let entryBytes = 256

  /// A desk whose workers are still to be started.
  ///
  /// - Parameters:
  ///   - configuration: how much it keeps and lets wait.
  ///   - decoder: who makes pixels of stored tiles.
  ///   - reportTrouble: told of a pyramid whose bytes can't be had; answers what is said of it.
  init(
    _ configuration: ServiceConfiguration, decoder: any TileDecoding,
    reportTrouble: @escaping @Sendable (OpenImage, PyramidTrouble) -> NotServed
  ) {
    renderer = Renderer(
      tileCache: ByteBudget(bytes: configuration.tileCacheBytes), quality: configuration.quality,
      decoder: decoder)
    memory = RenderMemory(
      limit: Int64(configuration.renderMemory ?? MemoryLimit.bytes / Self.memoryShare))
    unsent = UnsentPictures(limit: min(Self.unsentBytes, Int(clamping: memory.limit)))
    tiles = WorkLane(name: "tiles", limit: configuration.queueLimit)
    renders = WorkLane(name: "renders", limit: configuration.queueLimit, niceness: 10)
    drawings = DrawingLane(
      limit: configuration.queueLimit,
      threads: configuration.pageDrawers * Self.threadsOfADrawer, spare: Self.threadsOfADrawer)
    cache = Mutex(ByteCache(budget: ByteBudget(bytes: configuration.answerCacheBytes)))
    self.reportTrouble = reportTrouble
  }

  func start(workers: Int) throws(Errno) {
    try tiles.start(threads: workers)
    try renders.start(threads: max(1, workers - 1))
  }

  func stop() {
    hasDrawingThreads.withLock { $0 = true }
    tiles.stop()
    renders.stop()
    drawings.stop()
  }

  var counts: (made: Int, joined: Int, refused: Int) { work.counts }

  /// Bytes of pictures that wait for their readers.
  var unsentBytes: Int { unsent.bytes(beyond: cacheCounts.bytes) }

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
    _ order: PictureOrder, for waiting: borrowing Waiting,
    tell: @escaping @Sendable (PictureResult) -> Void
  ) -> Bool {
    let lane: WorkLane
    switch order.lane {
    case .small: lane = tiles
    case .large: lane = renders
    case .drawn: return requestDrawn(order, for: waiting, tell: tell)
    }
    return work.request(
      order.key, in: lane, for: waiting, { self.picture(order) }, tell: tell)
  }

  /// The threads that have pages drawn come with the first one.
  func hasDrawings() -> Bool {
    hasDrawingThreads.withLock { isThere in
      // Where no thread can be had the picture is refused, and asked for again.
      if !isThere { isThere = (try? drawings.start()) != nil }
      return isThere
    }
  }

  /// Has a page read that somebody begins to look at, unless others wait: reading one may take long, and
  /// is over so before they look closer.
  func getReady(_ image: OpenImage) {
    guard let drawing = image.drawing, drawings.waiting == 0, !drawing.isReady, hasDrawings(),
      isReadingAhead.withLock({ isReading in
        defer { isReading = true }
        return !isReading
      })
    else { return }
    let place = DrawingPlace(image.sourceStatus, .nothing(page: image.pageNumber))
    let ticket = drawings.submit(place) { isLate in
      if !isLate { drawing.getReady() }
      self.isReadingAhead.withLock { $0 = false }
      return true
    }
    if ticket == nil { isReadingAhead.withLock { $0 = false } }
  }

  private func requestDrawn(
    _ order: PictureOrder, for waiting: borrowing Waiting,
    tell: @escaping @Sendable (PictureResult) -> Void
  ) -> Bool {
    guard hasDrawings() else { return false }
    return work.request(order.key, for: waiting, tell: tell) { carryOut in
      drawings.submit(DrawingPlace(order)) { isLate in
        var isDrawn = false
        carryOut {
          let result = isLate ? self.late(order) : self.picture(order)
          if case .made = result { isDrawn = true }
          return result
        }
        return isDrawn
      }
    }
  }

  /// - Returns: nil when nobody wants it any more.
  private func picture(_ order: PictureOrder) -> PictureResult? {
    let key = order.key
    guard unsent.hasRoom(beyond: cacheCounts.bytes) else { return .failed(.unread) }
    do throws(RenderError) {
      guard let made = memory.with(order.memory, { attempt(order) }) else {
        return .failed(.noMemory)
      }
      let bytes = unsent.keep(try made.get())
      cache.withLock { $0.insert(bytes, for: key, cost: bytes.count + Self.entryBytes) }
      return .made(bytes)
    } catch {
      if case .notDrawn = error { return stopgap(order) }
      return failure(error, order)
    }
  }

  /// What became of a picture that could not be made.
  ///
  /// - Returns: nil when nobody wants it any more.
  private func failure(_ error: RenderError, _ order: PictureOrder) -> PictureResult? {
    switch error {
    case .cancelled: return nil
    case .unreadable(let tile, let reason):
      let trouble = reason.fileError.map { PyramidTrouble.unreadable($0) }
      return .failed(reportTrouble(order.image, trouble ?? .damaged("\(tile): \(reason)")))
    case .changed(let tile):
      let reason = "\(tile) does not match its checksum"
      return .failed(reportTrouble(order.image, .damaged(reason)))
    case .undecodable(_, .unavailable(let reason)):
      return .failed(reportTrouble(order.image, .notDecoded(.decoderUnusable, reason)))
    case .undecodable(let tile, .late):
      let reason = "\(tile): \(TileDecodingError.late)"
      return .failed(reportTrouble(order.image, .notDecoded(.deadline, reason)))
    case .undecodable(let tile, .crashed(let signal)) where !order.image.isStored:
      let reason = "\(tile): \(TileDecodingError.crashed(signal: signal))"
      return .failed(reportTrouble(order.image, .crashed(reason)))
    case .undecodable(let tile, let reason):
      return .failed(reportTrouble(order.image, .damaged("\(tile): \(reason)")))
    case .notDrawn(let reason):
      return .failed(
        NotServed(.serviceUnavailable, "the page can't be drawn: \(reason)", retryAfter: 60))
    case .notEncoded(let reason):
      return .failed(
        NotServed(.internalServerError, "the picture could not be encoded as \(reason)"))
    }
  }

  /// The picture that has waited too long for what is finer.
  private func late(_ order: PictureOrder) -> PictureResult? {
    guard unsent.hasRoom(beyond: cacheCounts.bytes) else { return .failed(.unread) }
    guard let result = memory.with(order.memory, { stopgap(order) }) else {
      return .failed(.noMemory)
    }
    return result
  }

  /// The picture made of what is stored, where what is finer can't be drawn now.
  private func stopgap(_ order: PictureOrder) -> PictureResult? {
    do throws(RenderError) {
      return .stopgap(unsent.keep(try render(order, of: order.image.source.undrawn)))
    } catch {
      return failure(error, order)
    }
  }

  private func attempt(_ order: PictureOrder) -> Result<[UInt8], RenderError> {
    do throws(RenderError) {
      return .success(try render(order, of: order.image.source.wanting(order.wanted)))
    } catch {
      return .failure(error)
    }
  }

  private func render(
    _ order: PictureOrder, of source: RenderSource
  ) throws(RenderError) -> [UInt8] {
    if case .corner(let address, let width, let height) = order.corner,
      let corner = try renderer.corner(address, width: width, height: height, of: source)
    {
      return corner
    }
    let key = order.key
    let made = try renderer.render(
      order.plan, of: source, isCancelled: { !work.isWanted(key) })
    guard let words = order.words, let container = order.plan.format.container else { return made }
    return words.embedded(in: made, container)
  }
}

extension NotServed {
  fileprivate static let unread = NotServed(
    .serviceUnavailable, "too many pictures wait for readers that are slow", retryAfter: 2)
  fileprivate static let noMemory = NotServed(
    .serviceUnavailable, "other pictures take all the memory that there is for making them",
    retryAfter: 2)
}
