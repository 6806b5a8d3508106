import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import Rendering
import Synchronization
import TileGeometry

/// Tiles, one after another, as the connection has room; those of a view coarse first, centre first.
///
/// They may be of several images: the pages in view of a book. A tile that can't be made is left out: its own address says why.
final class TileStream: BodyProducer {
  static let boundary = "pyramidion-tile"
  /// Tiles that are fetched together where they lie elsewhere: neighbours come in one request.
  private static let fetchedTogether = 64
  /// Tiles that are drawn ahead of their turn: as many as a block has, so that who draws the next block
  /// need not wait until this one is sent.
  private static let drawnAhead = 16
  /// None are while so many others wait for theirs.
  private static let longestLine = 64

  private struct State {
    var next = 0
    /// A piece that goes before the next tile's.
    var ready: BodyPiece?
    /// Of an image that lies elsewhere: before which tile all have been asked for.
    var ordered = 0
    /// The tile that somebody has waited for.
    var brought = -1
    /// Those that are made ahead, by their places; up to which all are.
    var early: [Int: EarlyTile] = [:]
    var prepared = 0
    /// The one whose turn it is, where it was made ahead.
    var current: EarlyTile?
  }

  /// An image whose tiles are sent.
  struct Page: Sendable {
    let image: OpenImage
    let addresses: TileAddresses

    /// Nil for a tile that is none.
    func plan(for tile: TileAddress) -> ImagePlan? {
      try? NativeTile(tile, format: addresses.format).plan(for: image.shape)
    }
  }

  /// A tile, and which page's it is.
  struct Tile: Hashable, Sendable {
    let page: Int
    let address: TileAddress
  }

  private let tiles: [Tile]
  private let pages: [Page]
  /// What all of them need of the blocks that are drawn, page by page.
  private let wanted: [Int: WantedParts]
  /// Whether tiles at an edge are sent as they are stored, with what lies beyond the image.
  private let arePadded: Bool
  private let service: TileService
  /// Who goes on after the last of them; nil where that is the end.
  private let successor: (any BodyProducer)?
  private let state = Mutex(State())
  private let waiting = Waiting()

  init(
    _ tiles: [Tile], of pages: [Page], then successor: (any BodyProducer)? = nil,
    arePadded: Bool = false, service: TileService
  ) {
    self.arePadded = arePadded
    self.successor = successor
    var seen: Set<Tile> = []
    // A coarse tile may be one of the view's own.
    self.tiles = tiles.filter { seen.insert($0).inserted }
    self.pages = pages
    wanted = Self.wantedParts(of: self.tiles, pages)
    self.service = service
  }

  convenience init(
    _ tiles: [TileAddress], of image: OpenImage, _ addresses: TileAddresses,
    then successor: (any BodyProducer)? = nil, arePadded: Bool = false, service: TileService
  ) {
    self.init(
      tiles.map { Tile(page: 0, address: $0) }, of: [Page(image: image, addresses: addresses)],
      then: successor, arePadded: arePadded, service: service)
  }

  private static func wantedParts(of tiles: [Tile], _ pages: [Page]) -> [Int: WantedParts] {
    var wanted: [Int: WantedParts] = [:]
    for tile in tiles {
      let page = pages[tile.page]
      guard page.image.drawing != nil, let plan = page.plan(for: tile.address) else { continue }
      wanted[tile.page, default: WantedParts()].add(plan, of: page.image.source)
    }
    return wanted
  }

  func produce(for exchange: any Exchange) {
    while true {
      let (piece, index) = state.withLock { state -> (BodyPiece?, Int) in
        defer { state.ready = nil }
        if let ready = state.ready { return (ready, -1) }
        defer { state.next += 1 }
        return (nil, state.next)
      }
      if let piece { return supply(piece, to: exchange) }
      if produce(index, for: exchange) { return }
    }
  }

  private func supply(_ piece: BodyPiece, to exchange: any Exchange) {
    switch piece {
    case .bytes(let bytes): service.metrics.late.countStreamed(bytes: Int64(bytes.count))
    case .file(let region): service.metrics.late.countStreamed(bytes: region.length)
    case .end, .failed: break
    }
    exchange.supply(piece)
  }

  func cancel() {
    successor?.cancel()
    waiting.cancel()
    let early = state.withLock { Array($0.early.values) + [$0.current].compactMap(\.self) }
    for tile in early { tile.waiting.cancel() }
  }

  /// - Returns: whether something comes; a tile without an address is left out.
  private func produce(_ index: Int, for exchange: any Exchange) -> Bool {
    guard index < tiles.count else {
      if let successor {
        successor.produce(for: exchange)
      } else if index == tiles.count {
        supply(.bytes(SharedBytes("\r\n--\(Self.boundary)--\r\n")), to: exchange)
      } else {
        exchange.supply(.end(nil))
      }
      return true
    }
    let tile = tiles[index]
    if let early = early(at: index) {
      prepare(from: index + 1)
      return supply(early, of: tile, for: exchange)
    }
    if !pages[tile.page].image.bytes.areAllHere, bring(index, for: exchange) { return true }
    switch source(of: tile) {
    // It has no address, or its own address says what is wrong.
    case nil: return false
    case .stored(let found): supply(found.piece, length: found.count, of: tile, for: exchange)
    case .elsewhere:
      // It has made room for others, or the file has changed: its own address says what is wrong.
      return false
    case .cached(let bytes):
      supply(.bytes(bytes), length: Int64(bytes.count), of: tile, for: exchange)
    case .toMake(let order):
      if order.lane == .drawn {
        prepare(from: index)
        if let early = early(at: index) { return supply(early, of: tile, for: exchange) }
      }
      let isTaken = service.pictures.request(order, for: waiting) { result in
        if !self.supply(result, of: tile, for: exchange) { self.produce(for: exchange) }
      }
      if !isTaken { exchange.supply(.failed) }
    }
    return true
  }

  // MARK: Ahead of their turn

  private func early(at index: Int) -> EarlyTile? {
    state.withLock { state in
      state.current = state.early.removeValue(forKey: index)
      return state.current
    }
  }

  /// Has the next tiles drawn, several blocks at a time.
  private func prepare(from index: Int) {
    let end = min(index + Self.drawnAhead, tiles.count)
    let first = max(index, state.withLock { $0.prepared })
    guard first < end else { return }
    for place in first..<end {
      guard service.pictures.drawings.waiting < Self.longestLine else { return }
      state.withLock { $0.prepared = place + 1 }
      guard case .toMake(let order) = source(of: tiles[place]), order.lane == .drawn else {
        continue
      }
      let tile = EarlyTile()
      guard service.pictures.request(order, for: tile.waiting, tell: { tile.come($0) }) else {
        return
      }
      state.withLock { $0.early[place] = tile }
      // Who left meanwhile did not know of it.
      if waiting.isCancelled { tile.waiting.cancel() }
    }
  }

  /// - Returns: whether something comes.
  private func supply(
    _ early: EarlyTile, of tile: Tile, for exchange: any Exchange
  ) -> Bool {
    let result = early.take { result in
      if !self.supply(result, of: tile, for: exchange) { self.produce(for: exchange) }
    }
    guard let result else { return true }
    return supply(result, of: tile, for: exchange)
  }

  /// - Returns: whether something comes.
  private func supply(
    _ result: PictureResult, of tile: Tile, for exchange: any Exchange
  ) -> Bool {
    switch result {
    case .made(let bytes), .stopgap(let bytes):
      supply(.bytes(bytes), length: Int64(bytes.count), of: tile, for: exchange)
      return true
    case .failed: return false
    }
  }

  /// Has the next tiles fetched together, and goes on with this one once it is here: it is on its way
  /// to who looks while others still come.
  ///
  /// - Returns: whether somebody does so.
  private func bring(_ index: Int, for exchange: any Exchange) -> Bool {
    let (isFirst, isBrought) = state.withLock { (index >= $0.ordered, index == $0.brought) }
    guard !isBrought else { return false }
    let image = pages[tiles[index].page].image
    let own = farTiles(of: tiles[index])
    guard isFirst || own.contains(where: image.bytes.lacks) else { return false }
    let ticket = service.openings.submit(for: exchange.host) {
      do throws(PyramidTrouble) {
        if isFirst { try self.order(from: index) }
        try image.bring(own)
        try image.bring(self.tilesHere(after: index))
      } catch {
        _ = self.service.pictures.reportTrouble(image, error)
        // What has come is sent; who asks for the others is told what keeps them.
        return exchange.supply(.failed)
      }
      self.state.withLock { $0.brought = index }
      if !self.produce(index, for: exchange) { self.produce(for: exchange) }
    }
    if let ticket { waiting.enter(ticket) } else { exchange.supply(.failed) }
    return true
  }

  private func order(from index: Int) throws(PyramidTrouble) {
    let page = tiles[index].page
    let next = tiles[index..<min(index + Self.fetchedTogether, tiles.count)].prefix {
      $0.page == page
    }
    try pages[page].image.bytes.order(next.flatMap { farTiles(of: $0) })
    state.withLock { $0.ordered = next.endIndex }
  }

  /// What has come together with a tile is looked at with it: it needs no turn of its own.
  private func tilesHere(after index: Int) -> [FiledTile] {
    var found: [FiledTile] = []
    for tile in tiles[(index + 1)..<max(index + 1, state.withLock { $0.ordered })] {
      let own = farTiles(of: tile)
      guard tile.page == tiles[index].page,
        own.allSatisfy(pages[tile.page].image.bytes.hasCome)
      else { break }
      found += own
    }
    return found
  }

  private func farTiles(of tile: Tile) -> [FiledTile] {
    switch source(of: tile) {
    case .stored, .cached, nil: return []
    case .elsewhere(let found): return [found]
    case .toMake(let order): return service.tiles(of: order)
    }
  }

  /// Where a tile comes from.
  ///
  /// - Parameter tile: of the ladder, or of those that a bias adds, which have no address and no part.
  /// - Returns: nil for what is left out: a tile that is none, one that takes too much memory, and one
  ///   whose file can't be read now; all of that its own address says to who asks for it alone.
  private func source(of tile: Tile) -> PictureSource? {
    let image = pages[tile.page].image
    guard let plan = pages[tile.page].plan(for: tile.address) else { return nil }
    if arePadded, case .corner(let whole, _, _) = plan.match(in: image.shape),
      let stored = (try? image.storedTile(.whole(whole))) ?? nil
    {
      return stored
    }
    let source = try? service.source(of: plan, in: image, with: nil)
    guard case .toMake(var order) = source else { return source }
    order.wanted = wanted[tile.page]?.around(plan, of: image.source)
    return .toMake(order)
  }

  private func supply(
    _ body: BodyPiece, length: Int64, of tile: Tile, for exchange: any Exchange
  ) {
    state.withLock { $0.ready = body }
    let head = pages[tile.page].addresses.head(of: tile.address, length: length)
    supply(.bytes(SharedBytes(head)), to: exchange)
  }
}

extension StoredTile {
  fileprivate var piece: BodyPiece {
    switch self {
    case .region(let region): .file(region)
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}
